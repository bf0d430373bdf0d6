// The board, drawn from its layout: lengths are millimetres from the dome's centre, y up.

import { s, say } from "./dom.js";
import { die } from "./dice.js";
import { learnToys, standing } from "./shapes.js";

const LARGEST = 10.5;
const GLIDE = 380; // milliseconds

export class Board {
  /** `tapped` is told the space that was tapped, or null for none near. */
  constructor(place, tapped = () => {}) {
    this.place = place;
    this.tapped = tapped;
    this.layout = null;
  }

  /** Draw the empty board. */
  draw(layout) {
    this.layout = layout;
    this.shown = null;
    learnToys(layout.toys);
    const xs = layout.corners.map((corner) => corner[0]), ys = layout.corners.map((corner) => -corner[1]);
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    this.radii = radii(layout);
    this.ground = s("g", { class: "ground" });
    this.marks = s("g", {});
    this.pieces = s("g", {});
    this.arrows = s("g", { class: "arrows" });
    this.fix = s("g", { class: "fix" });
    this.svg = s("svg", { viewBox: `${left - 3} ${top - 3} ${width + 6} ${height + 6}`, class: `board ${layout.game}`, role: "group", "aria-label": say("board") },
      heads(), s("rect", { x: left, y: top, width, height, rx: layout.dome ? 26 : 8, class: "board-body" }),
      this.ground, this.marks, this.pieces, this.arrows, this.fix);
    (layout.dome ? drawTrack : drawSquares)(layout, this.ground, this.radii);
    this.svg.addEventListener("click", (event) => this.tapped(this.near(event)));
    this.place.replaceChildren(this.svg);
  }

  xy(space) {
    const [x, y] = this.layout.spaces[space].xy;
    return [x, -y];
  }

  /** The space nearest to a pointer, if any is near. */
  near(event, spaces = Object.keys(this.layout.spaces)) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    let best = null, least = (this.layout.dome ? 15 : 36) ** 2;
    for (const space of spaces) {
      const [x, y] = this.xy(space);
      const far = (x - point.x) ** 2 + (y - point.y) ** 2;
      if (far < least) [best, least] = [space, far];
    }
    return best;
  }

  /** Set the pieces; one that moved glides from where it stood. */
  show(pieces) {
    const before = this.shown ?? {};
    this.shown = pieces;
    this.pieces.replaceChildren(...Object.entries(pieces).filter(([space]) => this.layout.spaces[space]).map(([space, stack]) => {
      const [x, y] = this.xy(space);
      const group = s("g", { transform: `translate(${x} ${y})`, "data-space": space }, standing(stack, this.radii[space]));
      const from = cameFrom(space, before, pieces);
      if (from) this.glide(group, from, space);
      return group;
    }));
  }

  glide(group, from, to) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [at, goal] = [from, to].map((space) => `translate(${this.xy(space).map((mm) => `${mm}px`).join(",")})`);
    group.animate([{ transform: at }, { transform: goal }], { duration: GLIDE, easing: "ease-in-out" });
  }

  /** Show the die in the dome. */
  showDie(roll) {
    const dome = this.layout.dome;
    this.ground.querySelector(".in-dome")?.remove();
    if (!dome || !roll) return;
    const size = dome.radius * (roll.kinds.length > 1 ? 0.4 : 0.62);
    const group = s("g", { class: "in-dome", transform: `translate(${dome.xy[0]} ${-dome.xy[1]})` });
    roll.kinds.forEach((kind, place) => {
      const drawn = die(kind, roll.faces[place]);
      const shift = (place - (roll.kinds.length - 1) / 2) * size * 2.1;
      for (const [name, value] of Object.entries({ x: shift - size, y: -size, width: 2 * size, height: 2 * size })) drawn.setAttribute(name, value);
      group.append(drawn);
    });
    this.ground.append(group);
  }

  /** Draw the options as numbered arrows in a team's colour; those for which `bright` is false are dim. */
  showOptions(options, team, bright = () => true) {
    const taken = {};
    this.arrows.setAttribute("class", `arrows team-${team}`);
    const drawn = options.map((option, index) => {
      if (!option.target || !this.layout.spaces[option.target]) return null;
      const shift = taken[option.target] = (taken[option.target] ?? -1) + 1;
      return this.arrow(option, index + 1, shift, !bright(option));
    }).filter(Boolean);
    this.arrows.replaceChildren(...drawn.map(({ arrow }) => arrow), ...drawn.map(({ number }) => number)); // no arrow hides a number
  }

  /** Show the piece to be put right: pale where it stands, an arrow to where it belongs; null for none. */
  showFix(fix) {
    const known = (space) => space && this.layout.spaces[space];
    const [from, to] = [fix?.origin, fix?.target].map((space) => (known(space) ? space : null));
    const path = from && to && from !== to ? this.curve(from, to).path : null;
    const at = (space, kind, ...more) => s("g", { transform: `translate(${this.xy(space).join(" ")})`, class: kind }, more);
    const cross = (r) => s("path", { d: `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`, class: "shaft" });
    const parts = fix && [
      s("title", {}, fix.say),
      from && at(from, "stands", standing([fix.colour], this.radii[from]), !fix.target && cross(this.radii[from])),
      path && [s("path", { d: path, class: "casing" }), s("path", { d: path, class: "shaft", "marker-end": "url(#head)" })],
      to && at(to, "belongs", !from && standing([fix.colour], this.radii[to]), s("circle", { r: this.radii[to] * 1.3, class: "aim" })),
    ];
    this.fix.replaceChildren(...(parts ?? []).flat().filter(Boolean));
  }

  arrow(option, number, shift, dim) {
    const [x, y] = this.xy(option.target);
    const r = this.radii[option.target];
    const kind = `${option.captures.length ? " capture" : ""}${dim ? " dim" : ""}`;
    const { path, angle } = option.origin && option.origin !== option.target ? this.curve(option.origin, option.target) : { path: null, angle: -0.8 };
    const turned = angle + shift * 0.9; // the number stands behind the target, where no arrow comes from
    const arrow = s("g", { class: `option${kind}`, "data-answer": option.answer },
      s("title", {}, option.say),
      path && s("path", { d: path, class: "casing" }),
      path && s("path", { d: path, class: "shaft", "marker-end": "url(#head)" }),
      s("circle", { cx: x, cy: y, r: r * 1.22, class: "aim" }));
    const at = `translate(${x + Math.cos(turned) * r * 1.6} ${y + Math.sin(turned) * r * 1.6})`;
    const label = s("g", { class: `number${dim ? " dim" : ""}`, transform: at },
      s("circle", { r: r * 0.72 }), s("text", { "font-size": r * 0.98, y: r * 0.35 }, String(number)));
    return { arrow, number: label };
  }

  /** A curve from one space to another that leaves the dome on its inner side, and the direction in which it arrives. */
  curve(from, to) {
    const [x, y] = this.xy(from), [tx, ty] = this.xy(to);
    const [mx, my] = [(x + tx) / 2, (y + ty) / 2];
    const far = Math.hypot(tx - x, ty - y);
    const out = Math.hypot(mx, my) || 1;
    const bend = this.layout.dome ? Math.min(far * 0.3, 34) : Math.min(far * 0.18, 22);
    const [cx, cy] = [mx + (mx / out) * bend, my + (my / out) * bend];
    const end = Math.hypot(tx - cx, ty - cy) || 1;
    const stop = this.radii[to] * 1.3 + 3;
    const start = Math.min(this.radii[from] * 1.05, far * 0.3) / (Math.hypot(cx - x, cy - y) || 1);
    const path = `M${x + (cx - x) * start} ${y + (cy - y) * start}Q${cx} ${cy} ${tx - ((tx - cx) / end) * stop} ${ty - ((ty - cy) / end) * stop}`;
    return { path, angle: Math.atan2(ty - cy, tx - cx) };
  }

  /** Ring these spaces. */
  ring(spaces, kind) {
    this.marks.replaceChildren(...spaces.filter((space) => this.layout.spaces[space]).map((space) => {
      const [x, y] = this.xy(space);
      return s("circle", { cx: x, cy: y, r: this.radii[space] * 1.35, class: `ring ${kind}` });
    }));
  }
}

/** Where the piece on a space stood before, if it is the only one of its kind that left a place. */
function cameFrom(space, before, now) {
  const top = (pieces, at) => JSON.stringify(pieces[at]?.at(-1) ?? null);
  const piece = top(now, space);
  if (!Object.keys(before).length || top(before, space) === piece) return null;
  const left = Object.keys(before).filter((other) => top(before, other) === piece && top(now, other) !== piece);
  return left.length === 1 ? left[0] : null;
}

function heads() {
  return s("defs", {}, s("marker", { id: "head", viewBox: "0 0 10 10", refX: 3, refY: 5, markerWidth: 3, markerHeight: 3, orient: "auto" },
    s("path", { d: "M0 0 10 5 0 10Z", class: "arrow-head" })));
}

/** How large a piece may be drawn on each space: nearly half the way to its nearest neighbour. */
function radii(layout) {
  const spaces = Object.entries(layout.spaces), found = {};
  for (const [space, { xy: [x, y] }] of spaces) {
    const nearest = Math.min(...spaces.filter(([other]) => other !== space).map(([, { xy }]) => Math.hypot(xy[0] - x, xy[1] - y)));
    found[space] = layout.dome ? Math.min(nearest * 0.46, LARGEST) : nearest * 0.4;
  }
  return found;
}

function line(layout, names, kind, closed = false) {
  const points = names.filter((name) => layout.spaces[name]).map((name) => layout.spaces[name].xy);
  return s("path", { d: "M" + points.map(([x, y]) => `${x} ${-y}`).join("L") + (closed ? "Z" : ""), class: kind });
}

function drawTrack(layout, ground, radii) {
  const names = Object.keys(layout.spaces);
  if (layout.game === "trouble") {
    ground.append(line(layout, names.filter((name) => /^T\d+$/.test(name)), "track", true));
    for (const colour of ["red", "blue", "yellow", "green"]) {
      for (const area of ["home", "finish"]) {
        const own = names.filter((name) => layout.spaces[name].colour === colour && layout.spaces[name].area === area);
        if (own.length) ground.append(s("g", { class: `team-${colour}` }, line(layout, own, `tray ${area}`)));
      }
    }
  } else {
    for (let k = 0; k < 8; k += 1) {
      const next = `X${(k + 1) % 8}`;
      ground.append(line(layout, [`X${k}`, `O${k}.1`, `O${k}.2`, `O${k}.3`, next], "track"), line(layout, [`X${k}`, `I${k}.1`, `I${k}.2`, next], "track inner"));
    }
  }
  for (const [space, { xy, area, colour }] of Object.entries(layout.spaces)) {
    ground.append(s("circle", { cx: xy[0], cy: -xy[1], r: radii[space], class: `space ${area}${colour ? ` team-${colour}` : ""}${/^X/.test(space) ? " cross" : ""}` }, s("title", {}, space)));
  }
  const { xy: [x, y], radius } = layout.dome;
  ground.append(s("circle", { cx: x, cy: -y, r: radius * 1.1, class: "dome-rim" }), s("circle", { cx: x, cy: -y, r: radius, class: "dome" }),
    s("ellipse", { cx: x - radius * 0.3, cy: -y - radius * 0.52, rx: radius * 0.42, ry: radius * 0.2, class: "glint" }));
}

function drawSquares(layout, ground) {
  const size = 50 * scaleOf(layout);
  for (const [space, { xy: [x, y] }] of Object.entries(layout.spaces)) {
    const dark = (space.charCodeAt(0) + Number(space[1])) % 2 === 0;
    ground.append(s("rect", { x: x - size / 2, y: -y - size / 2, width: size, height: size, class: dark ? "square dark" : "square light" }, s("title", {}, space)));
  }
  for (const file of "abcdefgh") ground.append(edge(layout.spaces[`${file}1`].xy, 0, size * 0.72, file));
  for (const row of "12345678") ground.append(edge(layout.spaces[`a${row}`].xy, -size * 0.64, size * 0.06, row));
  for (const [team, row] of [["south", "1"], ["north", "8"]]) {
    const [x, y] = layout.spaces[`a${row}`].xy, [right] = layout.spaces[`h${row}`].xy;
    const at = -y + (team === "south" ? 1 : -1) * size * 0.52;
    ground.append(s("path", { d: `M${x - size / 2} ${at}H${right + size / 2}`, class: `last-row team-${team}` }));
  }
}

function scaleOf(layout) {
  const [a, b] = [layout.spaces.a1.xy, layout.spaces.b1.xy];
  return Math.hypot(b[0] - a[0], b[1] - a[1]) / 50;
}

function edge([x, y], dx, dy, text) {
  return s("text", { x: x + dx, y: -y + dy + 4, "font-size": 11, class: "coordinate" }, text);
}
