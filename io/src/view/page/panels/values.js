// The values of the chosen body or contact.

class Values {
  constructor(view) {
    this.view = view;
    this.element = byId("values");
    this.list = byId("body");
    this.list.append(new Option("none", "-1"));
    view.run.bodies.forEach((body, i) => this.list.append(new Option(this.nameOf(i), String(i))));
    this.list.addEventListener("change", () => view.selectBody(Number(this.list.value)));
    this.key = "";
  }

  nameOf(body) { return body < 0 ? "space" : this.view.run.bodies[body].name || `body ${body}`; }

  show() {
    const {view} = this;
    this.list.value = String(view.selectedBody);
    if (view.selection.kind === "body") this.showBody(view.selectedBody);
    else if (view.selection.kind === "contact") this.showContact();
    else this.fill("none", [["", "Click a body or a force, or choose from the list."]]);
  }

  // Rows of a table, made anew only if other rows are shown; later only their texts change.
  fill(key, rows) {
    const shape = key + rows.map((row) => row[0]).join("|");
    if (shape !== this.key) {
      this.key = shape;
      this.table = element("table", "", "values");
      for (const [name] of rows) {
        const row = this.table.insertRow();
        if (name) row.append(Object.assign(element("th", name), {scope: "row"}));
        const cell = row.insertCell();
        if (!name) {
          cell.colSpan = 2;
          cell.className = "hint";
        }
      }
      this.element.replaceChildren(this.table);
      this.meetings = null;
    }
    rows.forEach(([, value], i) => setText(this.table.rows[i].lastElementChild, value));
  }

  // Components have the digits that the largest one leaves them: what is below is round-off.
  vector(x, unitName) {
    const digit = 10 ** (Math.floor(Math.log10(norm(x) || 1)) - 3);
    const shown = [...x].slice(0, this.view.run.scene.planar ? 2 : 3).map((value) => Math.round(value / digit) * digit);
    return `(${shown.map((value) => number(value)).join(", ")}) ${unitName}`;
  }

  showBody(body) {
    const {poses, run, timeline, contacts} = this.view;
    const info = run.bodies[body];
    if (!poses.isThere(body)) return this.fill("absent", [["Name", this.nameOf(body)], ["", "Not there at this time."]]);
    const rows = [["Name", this.nameOf(body)], ["Shape", shapeText(run, info)]];
    rows.push(["Position", this.vector(add(poses.position(body), run.scene.centre), "m")], ["Rotation", rotationText(run, poses.rotation(body))]);
    if (info.fixed) rows.push(["Motion", "does not move"]);
    else {
      const velocity = poses.velocity(body, timeline.now);
      rows.push(["Velocity", velocity ? this.vector(velocity, "m/s") : "–"], ["Speed", velocity ? `${number(norm(velocity))} m/s` : "–"]);
    }
    const touching = contacts.of(body);
    if (run.contacts) {
      rows.push(["Contacts", String(touching.length)], ["Their force", this.vector(contacts.sumOn(body, touching), run.scene.forceUnit)]);
    }
    this.fill("body", rows);
    this.listMeetings(body, touching);
  }

  // The contacts of a body as buttons, at most ten.
  listMeetings(body, touching) {
    const {contacts, run} = this.view;
    if (!this.meetings) {
      this.meetings = element("ul", "", "meetings");
      this.element.append(this.meetings);
      this.shownMeetings = "";
    }
    const texts = touching.slice(0, 10).map((i) => {
      const {bodies, force} = contacts.get(i);
      return [this.nameOf(bodies[0] === body ? bodies[1] : bodies[0]), `${number(norm(force))} ${run.scene.forceUnit}`, i];
    });
    const shape = texts.map((text) => text[0]).join("|");
    if (shape !== this.shownMeetings) {
      this.shownMeetings = shape;
      this.meetings.replaceChildren(...texts.map(([name]) => {
        const item = element("li"), button = element("button", "", "plain");
        button.type = "button";
        button.append(element("span", `with ${name}`), element("span"));
        item.append(button);
        return item;
      }));
    }
    texts.forEach(([, force, i], k) => {
      const button = this.meetings.children[k].firstElementChild;
      setText(button.lastElementChild, force);
      button.onclick = () => this.view.selectContact(i);
    });
  }

  showContact() {
    const {view} = this, {run, contacts} = view, unitName = run.scene.forceUnit;
    const names = view.selection.bodies.map((body) => this.nameOf(body)).join(" – ");
    if (view.selectedContact === null) return this.fill("open", [["Contact", names], ["", "They do not touch here at this time."]]);
    const {point, normal, force} = contacts.get(view.selectedContact);
    const along = dot(force, normal), across = norm(sub(force, scale(normal, along)));
    const rows = [["Contact", names], ["Point", this.vector(add(point, run.scene.centre), "m")], ["Normal", this.vector(normal, "")],
      ["Force", this.vector(force, unitName)], ["Normal force", `${number(along)} ${unitName}`],
      ["Friction force", `${number(across)} ${unitName}`], ["Their ratio", along > 0 ? number(across / along, 3) : "–"]];
    if (run.scene.contacts.stride > 1) rows.push(["Stored at", `t = ${number(contacts.time, 6)} s`]);
    this.fill("contact", rows);
  }
}

function shapeText(run, body) {
  const names = (body.parts || []).map((part) => {
    const shape = run.scene.shapes[part.shape], r = `radius ${number(shape.radius || 0)} m`;
    return {"sphere": `sphere, ${r}`, "disk": `disk, ${r}`, "half space": run.scene.planar ? "half plane" : "half space",
      "capsule": `capsule, ${r}, length ${number(2 * shape.halfLength + 2 * shape.radius)} m`,
      "cylinder": `cylinder, ${r}, length ${number(2 * shape.halfLength)} m`,
      "box": shape.half && `box, ${shape.half.map((half) => number(2 * half)).join(" × ")} m`,
      "mesh": shape.triangles && `mesh of ${shape.triangles.length} triangles`,
      "polygon": shape.vertices && `polygon, ${shape.vertices.length} corners`}[shape.kind];
  });
  return names.length === 0 ? "none" : names.length < 4 ? names.join("; ") : `${names.length} parts`;
}

function rotationText(run, q) {
  const degrees = 180 / Math.PI;
  if (run.scene.planar) return `${number(2 * Math.atan2(q[2], q[3]) * degrees)}°`;
  const sine = Math.hypot(q[0], q[1], q[2]), sign = q[3] < 0 ? -1 : 1;
  const angle = 2 * Math.atan2(sine, Math.abs(q[3])) * degrees;
  if (angle < 0.05) return "0°";
  return `${number(angle, 3)}° about (${[0, 1, 2].map((i) => number(Number((sign * q[i] / sine).toFixed(2)))).join(", ")})`;
}
