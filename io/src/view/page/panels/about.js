// The help, and what the page says of itself.

function describePage(view) {
  const {scene} = view.run, facts = [];
  if (scene.bodies.length > 0) {
    facts.push(`${scene.bodies.length} bodies, ${scene.frames} frames. Between two frames bodies go straight on.`);
    facts.push(`Stored positions are within ${number(scene.positionError, 2)} m of the run's, rotations within ${number(scene.rotationError * 180 / Math.PI, 2)}°.`);
  }
  if (scene.contacts) {
    facts.push(scene.contacts.stride === 1 ? "Contacts of every frame are stored."
      : `Contacts of one frame in ${scene.contacts.stride} are stored, so that the page stays small. nsds view --contacts stores those of every frame.`);
    facts.push("Arrows show forces on the moving body, on the first of two; those above three times a large one are cut.");
  }
  for (const table of view.run.tables) {
    if (table.rows < table.allRows) facts.push(`${table.name}: ${table.rows} of ${table.allRows} rows are stored, the extremes among them.`);
  }
  facts.push("Speeds are differences of stored positions. The page needs no network.");
  if (window.THREE) facts.push(`Drawn by three.js, revision ${THREE.REVISION}, whose licence is below.`);
  byId("licence").hidden = !window.THREE;
  byId("about").append(...facts.map((fact) => element("li", fact)));
  byId("mouse").textContent = view.stage === null ? "Press or drag in a chart to move in time."
    : scene.planar ? "Mouse: drag moves the picture, the wheel zooms, a click chooses, a double click follows. Press in a chart to move in time."
    : "Mouse: drag turns, drag with shift or the right button moves, the wheel zooms, a click chooses, a double click follows. Press in a chart to move in time.";
  byId("help").addEventListener("click", () => byId("dialog").showModal());
  byId("close").addEventListener("click", () => byId("dialog").close());
  byId("dialog").addEventListener("click", (event) => { if (event.target === byId("dialog")) byId("dialog").close(); });
}
