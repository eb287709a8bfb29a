// Draws boards as SVG and animates the pegs or pieces of a scene (see /embed).

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 40; // minimum distance between two points

export function node(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

// An empty drawing sized for the points. Clickable shapes need the ARIA role "group"; in an "img" they are hidden.
export function canvas(parent, points, attributes) {
  const width = Math.max(...points.map(([x]) => x)) + 1.6 * UNIT;
  const height = Math.max(...points.map(([, y]) => y)) + 1.6 * UNIT;
  const svg = node("svg", { viewBox: `${-0.8 * UNIT} ${-0.8 * UNIT} ${width} ${height}`, ...attributes });
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

// The hole numbers of a jump board, as used in its moves. Draw them last, on top of the pegs.
export function numbers(svg, kind, points) {
  if (kind !== "jump") return [];
  return points.map(([x, y], hole) => {
    const made = node("text", { x, y, class: "number", "aria-hidden": "true" }, svg);
    made.textContent = hole;
    return made;
  });
}

export function token(svg, label, point) {
  const group = node("g", { class: "token" }, svg);
  put(group, point);
  if (!label) {
    node("circle", { r: 0.34 * UNIT }, group);
    return group;
  }
  node("rect", { x: -17, y: -17, width: 34, height: 34, rx: 4 }, group);
  node("text", { "font-size": Math.min(16, 50 / label.length) }, group).textContent = label;
  return group;
}

function put(group, [x, y]) {
  group.style.transform = `translate(${x}px, ${y}px)`;
}

// Returns a function that shows the position after a number of moves and returns a description of the last one.
export function draw(parent, scene) {
  const svg = canvas(parent, scene.points, { "aria-hidden": "true" });
  cells(svg, scene.kind, scene.points, scene.edges);
  const trail = node("polyline", { class: "trail" }, svg);
  const origin = node("circle", { r: scene.kind === "jump" ? 10 : 2, class: "origin" }, svg);
  const drawn = scene.tokens.map((item) => ({ ...item, group: token(svg, item.label, scene.points[item.place]) }));
  const labels = numbers(svg, scene.kind, scene.points);
  return (move) => {
    const step = move ? scene.ends[move - 1] : 0;
    const path = move ? scene.moves[move - 1] : [];
    trail.setAttribute("points", path.map((place) => scene.points[place].join(",")).join(" "));
    origin.style.display = path.length ? "" : "none";
    if (path.length) put(origin, scene.points[path[0]]);
    const full = new Set();
    let description = path.join(" → ");
    for (const { group, label, place, steps } of drawn) {
      const done = steps.filter(([number]) => number <= step);
      const at = done.length ? done[done.length - 1][1] : place;
      const moved = at !== null && path.length > 0 && at === path[path.length - 1];
      group.classList.toggle("gone", at === null);
      group.classList.toggle("moved", moved);
      if (at === null) continue;
      put(group, scene.points[at]);
      full.add(at);
      if (moved && label) description = `piece ${label}`;
    }
    labels.forEach((number, hole) => number.classList.toggle("on", full.has(hole)));
    return description;
  };
}
