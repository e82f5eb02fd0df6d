// Colours of the page for what is drawn on canvases. Those of curves are Okabe's and Ito's, which colour-blind readers
// can tell apart; those of bodies are quiet, so that forces stand out.

const curveColours = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#3a9bd6", "#444444", "#8a5bc7"],
  dark: ["#56b4e9", "#ff8b3d", "#2fc79a", "#e79cc4", "#f0c04a", "#8fb8ff", "#c9ced6", "#b79aea"],
};
const bodyColours = {
  light: ["#6f9bd1", "#e0b36a", "#7fb89a", "#c58fb0", "#8f9fe0", "#d98f7a", "#6fb3bd", "#b3b86f"],
  dark: ["#5b88c0", "#c79a55", "#66a383", "#b07a9c", "#7d8dd0", "#c27c68", "#5a9fa9", "#9fa45c"],
};

let colours = null;

function themeName() { return document.documentElement.dataset.theme || "light"; }

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  colours = {curves: curveColours[themeName()], bodies: bodyColours[themeName()]};
  for (const name of ["surface", "line", "text", "muted", "accent", "force", "scene", "fixed", "rod"]) colours[name] = get(name);
  colours.sceneLine = get("scene-line");
}

function curveColour(i) { return colours.curves[i % colours.curves.length]; }

// Neighbours in the list get different colours; what does not move is grey.
function bodyColour(run, i) {
  return run.bodies[i].fixed ? colours.fixed : colours.bodies[run.moverOf[i] % colours.bodies.length];
}

// "#rrggbb" as three numbers from 0 to 1.
function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
}

function mixed(a, b, share) {
  const from = channels(a), to = channels(b);
  return "#" + from.map((c, i) => Math.round(255 * (c + share * (to[i] - c))).toString(16).padStart(2, "0")).join("");
}
