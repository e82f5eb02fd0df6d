// Starts the page.

function fromAddress() {
  return new URLSearchParams(location.hash.slice(1));
}

// A scene in space needs WebGL; without it, and without bodies, the charts remain.
function makeStage(view) {
  const {scene} = view.run, canvas = byId("scene");
  if (scene.bodies.length === 0) return null;
  try {
    return scene.planar ? new FlatStage(canvas, view) : new SpaceStage(canvas, view);
  } catch (error) {
    throw new Error(`The scene cannot be drawn: this browser has no WebGL (${error.message}).`);
  }
}

function arrangeChartsAlone() {
  byId("main").classList.add("charts-only");
  byId("stage").setAttribute("aria-label", "Charts");
  byId("stage").replaceChildren(byId("loading"), byId("charts"));
  byId("charts-section").remove();
  byId("values-section").remove();
}

function listenToButtons(view) {
  const clicks = {
    "fit": () => view.camera((camera) => camera.fit()), "reset": () => view.camera((camera) => camera.reset()),
    "follow": () => view.follow(), "forces": () => view.toggle("forces"), "lines": () => view.toggle("lines"),
    "theme": () => toggleTheme(view), "side-toggle": () => togglePanel(),
  };
  for (const [id, action] of Object.entries(clicks)) byId(id)?.addEventListener("click", action);
  for (const button of document.querySelectorAll("#views button"))
    button.addEventListener("click", () => view.camera((camera) => camera.look(button.dataset.view)));
  byId("forces").hidden = view.run.contacts === null;
  byId("lines").hidden = view.run.scene.lines.length === 0;
}

function arrangeScene(view) {
  byId("views").hidden = view.run.scene.planar;
  byId("charts-section").hidden = view.run.tables.length === 0 && view.run.times.length < 2;
  byId("scene").setAttribute("aria-label",
    `${view.run.scene.title || "Scene"}: ${view.run.bodies.length} bodies. N and B choose a body, the list in the panel too; ? lists all keys.`);
  listenToPointer(view, byId("scene"));
  new ResizeObserver(() => { view.dirty = true; }).observe(byId("stage"));
}

async function start() {
  startTheme(fromAddress().get("theme"));
  const run = await readRun();
  const view = new View(run);
  document.title = run.scene.title || "nsds view";
  byId("title").textContent = run.scene.title || "Run";
  byId("source").textContent = run.scene.source;
  if (run.bodies.length === 0) arrangeChartsAlone();
  view.values = run.bodies.length > 0 ? new Values(view) : {show() {}, nameOf: String};
  view.legend = run.bodies.length > 0 ? new Legend(view) : {show() {}};
  view.charts = new Charts(view, byId("charts"));
  view.events = new Events(view);
  view.transport = new Transport(view);
  byId("side").hidden = run.bodies.length === 0 && run.scene.events.length === 0;
  if (byId("side").hidden) byId("main").classList.add("alone");
  byId("side-toggle").hidden = byId("side").hidden;
  try {
    view.stage = makeStage(view);
    byId("loading").remove();
  } catch (error) {
    byId("loading").textContent = error.message;
    byId("camera").hidden = true;
  }
  if (view.stage) arrangeScene(view);
  listenToButtons(view);
  listenToKeys(view);
  describePage(view);
  view.timeline.onChange((kind) => { if (kind === "time") view.moveTo(view.timeline.now); });
  view.timeline.seek(Number(fromAddress().get("t") ?? view.timeline.first));
  view.loop = new Loop(view);
  if (fromAddress().has("play")) view.timeline.play(true);
  return view;
}

// What a test may ask, and a person in the browser's console.
window.nsds = {};
start().then((view) => Object.assign(window.nsds, {view, withoutLetters() {
  letters = false;
  view.charts.draw();
  view.dirty = true;
}})).catch((error) => {
  const place = byId("loading") || document.body.appendChild(element("div"));
  place.textContent = `The run cannot be shown: ${error.message}`;
  window.nsds.error = String(error.stack);
});
