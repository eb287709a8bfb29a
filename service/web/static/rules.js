// The rules of both kinds: single steps (a jump or a slide), moves, and the positions of a solution.

// The steps a peg or piece can make: { from, over, to }; over is null for a slide.
export function stepsFrom({ kind, jumps, edges }, content, from) {
  if (!content[from]) return [];
  if (kind === "jump") {
    return jumps.flatMap(([f, over, to]) => (f === from && content[over] && !content[to] ? [{ from, over, to }] : []));
  }
  return edges.flatMap(([a, b]) => {
    const to = a === from ? b : b === from ? a : null;
    return to !== null && content[to] === 0 ? [{ from, over: null, to }] : [];
  });
}

export const anyStep = (model, content) => content.some((_, place) => stepsFrom(model, content, place).length > 0);

export function afterStep(content, { from, over, to }) {
  const after = [...content];
  [after[to], after[from]] = [after[from], 0];
  if (over !== null) after[over] = 0;
  return after;
}

// The position after the opening.
export const afterOpening = ({ start, opening }) =>
  opening.reduce((content, [from, over, to]) => afterStep(content, { from, over, to }), start);

export function goalMet({ goal }, content) {
  const pegs = content.filter(Boolean).length;
  if (goal.form === "count") return pegs === goal.count;
  if (goal.form === "among") return pegs === 1 && content.every((peg, hole) => !peg || goal.content[hole]);
  if (goal.form === "exact") return goal.content.every((piece, place) => piece === null || piece === content[place]);
  return documentMet(goal.document, content);
}

function documentMet({ pegs, empty, count, any_of: parts }, content) {
  if (parts) return parts.some((part) => documentMet(part, content));
  if (count !== undefined) return content.filter(Boolean).length === count;
  return content.every((peg, hole) => Boolean(peg) === (pegs ? pegs.includes(hole) : !empty.includes(hole)));
}

// All positions of a solution, one for every step: { content, move, hop, hops, step }. The first is the start.
export function framesOf({ start }, { moves, removed }) {
  const frames = [{ content: start, move: 0, hop: 0, hops: 0, step: null }];
  moves.forEach((path, index) => {
    for (let hop = 1; hop < path.length; hop += 1) {
      const step = { from: path[hop - 1], over: removed ? removed[index][hop - 1] : null, to: path[hop] };
      const content = afterStep(frames[frames.length - 1].content, step);
      frames.push({ content, move: index + 1, hop, hops: path.length - 1, step });
    }
  });
  return frames;
}
