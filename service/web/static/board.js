// Draws a scene (see /embed) as SVG and moves its pegs or pieces from one position to another.

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 40;

export function node(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

export function canvas(parent, points) {
  const width = Math.max(...points.map(([x]) => x)) + 1.6 * UNIT;
  const height = Math.max(...points.map(([, y]) => y)) + 1.6 * UNIT;
  const svg = node("svg", { viewBox: `${-0.8 * UNIT} ${-0.8 * UNIT} ${width} ${height}`, role: "img" });
  parent.replaceChildren(svg);
  return svg;
}

export function cells(svg, kind, points, edges) {
  for (const [a, b] of edges) {
    const [[x1, y1], [x2, y2]] = [points[a], points[b]];
    node("line", { x1, y1, x2, y2, class: "edge" }, svg);
  }
  return points.map(([x, y]) =>
    kind === "jump"
      ? node("circle", { cx: x, cy: y, r: 0.4 * UNIT, class: "hole" }, svg)
      : node("rect", { x: x - 18, y: y - 18, width: 36, height: 36, rx: 5, class: "hole" }, svg),
  );
}

export function token(svg, label) {
  const group = node("g", { class: "token" }, svg);
  if (!label) {
    node("circle", { r: 0.34 * UNIT }, group);
    return group;
  }
  node("rect", { x: -17, y: -17, width: 34, height: 34, rx: 4 }, group);
  node("text", { "font-size": Math.min(16, 50 / label.length) }, group).textContent = label;
  return group;
}

// Returns a function that shows the position after a number of moves.
export function draw(parent, scene) {
  const svg = canvas(parent, scene.points);
  cells(svg, scene.kind, scene.points, scene.edges);
  const trail = node("polyline", { class: "trail" }, svg);
  const drawn = scene.tokens.map((told) => ({ ...told, group: token(svg, told.label) }));
  return (move) => {
    const step = move ? scene.ends[move - 1] : 0;
    const path = move ? scene.moves[move - 1] : [];
    trail.setAttribute("points", path.map((place) => scene.points[place].join(",")).join(" "));
    for (const { group, place, steps } of drawn) {
      const done = steps.filter(([number]) => number <= step);
      const at = done.length ? done[done.length - 1][1] : place;
      group.classList.toggle("gone", at === null);
      group.classList.toggle("moved", at !== null && path.length > 0 && at === path[path.length - 1]);
      if (at !== null) group.style.transform = `translate(${scene.points[at].map((n) => `${n}px`).join(",")})`;
    }
  };
}
