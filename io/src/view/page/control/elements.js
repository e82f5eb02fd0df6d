// Shorthands for elements of the page.

const byId = (id) => document.getElementById(id);

function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Touches the page only if something changes: most values of a frame are those of the last one.
function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function press(button, on) { button.setAttribute("aria-pressed", String(on)); }

// Tells those who listen to a screen reader.
function say(text) { byId("live").textContent = text; }

// Pictures that are compared with stored ones have no letters: fonts differ between machines.
let letters = true;
function canvasText(context, text, x, y) {
  if (letters) context.fillText(text, x, y);
}
