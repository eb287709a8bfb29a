// A quiet celebration: the marbles or pieces hop one after the other, with a soft tock each if sound is wanted.
const AFTER_MILLISECONDS = 500; // when the last jump has landed
const APART_MILLISECONDS = 45;
const HOP_MILLISECONDS = 420;
const HEIGHT = 13;
const TOCK_SECONDS = 0.07;

export function celebrate(board, { sound }) {
  const tokens = [...board.element.querySelectorAll(".token .marble, .token .tile")];
  tokens.forEach((token, number) => {
    token.animate([{ translate: "0 0" }, { translate: `0 ${-HEIGHT}px`, easing: "ease-in" }, { translate: "0 0" }], {
      duration: HOP_MILLISECONDS,
      delay: AFTER_MILLISECONDS + number * APART_MILLISECONDS,
      easing: "ease-out",
    });
  });
  if (sound) tock(tokens.length);
}

// As many soft knocks on wood, each a little higher.
function tock(count) {
  const audio = new AudioContext();
  for (let number = 0; number < count; number += 1) {
    const at = audio.currentTime + (AFTER_MILLISECONDS + number * APART_MILLISECONDS + HOP_MILLISECONDS) / 1000;
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 520 + 12 * number;
    loudness.gain.setValueAtTime(0.08, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + TOCK_SECONDS);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + TOCK_SECONDS);
    if (number === count - 1) tone.addEventListener("ended", () => audio.close());
  }
}
