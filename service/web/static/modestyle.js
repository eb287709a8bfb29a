// The style of what is loaded later: solving, watching, setting up, drawing and sharing.
import { adoptStyle } from "./boardstyle.js";

adoptStyle(
  document,
  `
#film { display: flex; gap: .3rem; list-style: none; margin: 0; padding: .35rem; overflow-x: auto;
  scrollbar-width: thin; background: #241a12; border-radius: .5rem; }
#film button { position: relative; width: 4.6rem; padding: .2rem; min-height: 0; background: #3a2c20;
  border-color: transparent; border-radius: .3rem; display: block; }
#film button[aria-current] { background: #f3cf73; }
#film svg { display: block; width: 100%; height: 3.8rem; }
#film span { position: absolute; right: .3rem; bottom: .1rem; font-size: .7rem; color: #fff;
  text-shadow: 0 0 3px #000, 0 0 2px #000; }
@media (max-width: 59.99rem) and (max-height: 34rem) and (orientation: landscape) { #film { display: none; } }
.watchbar input { display: block; width: min(100%, 34rem); margin: 0 auto .3rem; }
.found { display: flex; flex-direction: column; gap: .6rem; min-height: 0; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .15rem .8rem; margin: 0; }
.facts dt { color: var(--faint); }
.facts dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
#sides { display: grid; grid-template-columns: repeat(3, 1fr); gap: .4rem; }
.side { display: flex; flex-direction: column; align-items: center; padding: .35rem; gap: .1rem; font-size: .9rem;
  min-height: 0; }
#panel .side[aria-pressed=true] { background: var(--gold); border-color: transparent; }
.tools { display: flex; flex-direction: column; gap: .5rem; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .4rem .6rem; }
.fields label { display: grid; gap: .1rem; font-size: .85rem; color: var(--faint); }
.fields select { color: var(--ink); width: 100%; padding: .3rem .5rem; min-height: 2.2rem; }
.choice { position: relative; }
.choice input { position: absolute; opacity: 0; inset: 0; width: 100%; height: 100%; margin: 0; cursor: pointer; }
.choice span { display: block; border: 1px solid var(--line); border-radius: .55rem; padding: .25rem .6rem;
  background: var(--table); }
.choice input:checked + span { background: var(--gold); border-color: transparent; }
.choice input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(4.6rem, 1fr)); gap: .35rem; }
.pictures button, .pictures .choice span { display: grid; justify-items: center; padding: .25rem; line-height: 1.15;
  height: 100%; font-size: .95rem; }
.pictures small { text-align: center; }
.pictures svg { width: 2.6rem; height: 2.6rem; }
.pictures line { stroke: var(--faint); }
.pictures circle { fill: var(--accent); }
.pictures .choice input:checked + span circle { fill: #1d4a8f; }
.pictures .choice input:checked + span line { stroke: #4b2f17; }
.picture svg { height: 9rem; }
.features { display: grid; grid-template-columns: 1fr auto; gap: .3rem .8rem; margin: 0; }
.features:empty, .said:empty { display: none; }
.features small { display: block; color: var(--faint); }
.features dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
#make > div, .wishes { display: flex; flex-direction: column; gap: .7rem; }
#make h2 { font-size: 1.05rem; margin: 0; flex: 1; }
#make .note { margin: 0; }
.wishes { padding-top: .6rem; }
.between { display: grid; grid-template-columns: 1fr 1fr; gap: .1rem .8rem; align-items: center; font-size: .95rem; }
.between p { grid-column: 1 / -1; display: flex; justify-content: space-between; gap: .8rem; margin: 0; }
.between output { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
.between input { width: 100%; min-width: 0; margin: 0; }
#make .row > button { white-space: nowrap; }
#panel #make .new-level { flex: 1 0 auto; background: var(--accent); color: var(--on); border-color: transparent;
  font-weight: 600; }
#panel #make .new-level:hover { filter: brightness(1.08); }
.levels { list-style: none; margin: .5rem 0 0; padding: 0; display: grid; gap: .6rem; }
.levels li { display: grid; gap: .3rem; }
.level { display: grid; grid-template-columns: 4rem 1fr; gap: .6rem; align-items: center; width: 100%;
  text-align: left; padding: .35rem .5rem; }
.level .thumb { height: 3.6rem; }
.level small { display: block; color: var(--faint); line-height: 1.3; }
.level .solved { color: var(--good); }
.level[aria-current] { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.levels .row { justify-content: flex-end; gap: .4rem; }
.check:empty { display: none; }
.check { border-left: 4px solid var(--line); padding: .1rem 0 .1rem .7rem; font-size: .95rem; }
.check.good { border-color: var(--good); } .check.good strong { color: var(--good); }
.check.bad { border-color: var(--bad); } .check.bad strong { color: var(--bad); }
.pager { display: grid; grid-template-columns: auto 1fr auto; gap: .5rem; align-items: center; text-align: center; }
.errors { padding-left: 1.1rem; margin: .4rem 0; color: var(--bad); font-size: .9rem; }
button.link { border: 0; background: none !important; padding: 0; min-height: 0; color: var(--accent);
  text-decoration: underline; }
textarea { width: 100%; font: .8rem/1.35 ui-monospace, monospace; resize: vertical; background: var(--table); }
.bounds { width: 100%; display: block; }
.bounds .gap { fill: var(--table); }
.bounds .lower { fill: var(--accent); opacity: .85; }
.bounds .upper { fill: #c98b3c; opacity: .85; }
.bounds text { font: 700 13px system-ui, sans-serif; fill: var(--ink); }
dialog { border: 1px solid var(--line); border-radius: 1rem; background: var(--card); color: var(--ink);
  width: min(38rem, 94vw); max-height: 90vh; padding: 1rem; }
dialog::backdrop { background: rgb(20 10 0 / .5); }
dialog form { display: flex; justify-content: space-between; align-items: center; }
dialog h2 { margin: 0; }
.field { display: grid; grid-template-columns: 1fr auto; gap: .2rem .5rem; margin-top: .7rem; align-items: center; }
dialog :is(details, .field ~ .row) { margin-top: .8rem; }
.field :is(textarea, .note) { grid-column: 1 / -1; grid-row: 2; }
.field .note { grid-row: 3; margin: 0; }
`,
);
