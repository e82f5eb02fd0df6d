// The page as a whole: the run, the present time, what is chosen and shown. Everything else asks it.

class View {
  constructor(run) {
    this.run = run;
    this.timeline = new Timeline(run.times);
    this.poses = new Poses(run);
    this.contacts = new Contacts(run);
    this.show = {lines: true, forces: run.contacts !== null};
    this.arrowScale = 1;
    this.selection = {kind: "none"};
    this.selectedBody = -1;
    this.selectedContact = null;
    this.following = false;
    this.stage = null;
    this.dirty = true;
  }

  // The length of the arrow of a force [m]: proportional to it, up to three times that of a large force.
  arrowLength(size) { return this.arrowOfReference() * Math.min(size / this.contacts.reference, 3); }
  arrowOfReference() {
    const {radius, size} = this.run.scene;
    return this.arrowScale * clamp(2.6 * radius, 0.03 * size, 0.16 * size);
  }

  moveTo(t) {
    const followed = this.following ? this.poses.position(this.selectedBody) : null;
    this.poses.moveTo(t);
    this.contacts.moveTo(t);
    if (this.selection.kind === "contact") {
      this.selectedContact = this.contacts.find(this.selection.bodies, this.selection.point);
      if (this.selectedContact !== null) this.selection.point = this.contacts.get(this.selectedContact).point;
    }
    if (followed && this.stage) {
      const {camera} = this.stage;
      camera.target = add(camera.target, sub(this.poses.position(this.selectedBody), followed));
    }
    this.dirty = true;
  }

  selectBody(body) {
    this.selectedContact = null;
    this.selectedBody = body;
    this.selection = body < 0 ? {kind: "none"} : {kind: "body"};
    if (body < 0) this.following = false;
    this.selectionChanged(body < 0 ? "nothing chosen" : `${this.values.nameOf(body)} chosen`);
  }
  selectContact(i) {
    const {bodies, point} = this.contacts.get(i);
    this.selection = {kind: "contact", bodies, point};
    this.selectedContact = i;
    this.selectedBody = -1;
    this.following = false;
    this.selectionChanged(`contact of ${bodies.map((body) => this.values.nameOf(body)).join(" and ")} chosen`);
  }
  selectionChanged(text) {
    byId("follow").disabled = this.selectedBody < 0 || !this.stage;
    press(byId("follow"), this.following);
    this.values.show();
    this.charts.showBody(this.selectedBody);
    say(text);
    this.dirty = true;
  }

  // The next body that is there, or the next contact.
  chooseNext(direction) {
    const count = this.run.bodies.length;
    for (let k = 1; k <= count; ++k) {
      const start = this.selectedBody < 0 && direction < 0 ? 0 : this.selectedBody;
      const body = ((start + direction * k) % count + count) % count;
      if (this.poses.isThere(body)) return this.selectBody(body);
    }
  }
  chooseNextContact() {
    const {first, count} = this.contacts;
    if (count === 0) return say("no contacts at this time");
    const next = this.selectedContact === null ? first : first + (this.selectedContact - first + 1) % count;
    this.selectContact(next);
  }

  follow(on = !this.following) {
    this.following = on && this.selectedBody >= 0;
    if (this.following) this.stage.camera.target = this.poses.position(this.selectedBody);
    press(byId("follow"), this.following);
    say(this.following ? `following ${this.values.nameOf(this.selectedBody)}` : "not following");
    this.dirty = true;
  }

  toggle(what) {
    this.show[what] = !this.show[what];
    press(byId(what), this.show[what]);
    say(`${what === "lines" ? "joints" : what} ${this.show[what] ? "shown" : "hidden"}`);
    this.legend.show();
    this.dirty = true;
  }

  changeArrows(factor) {
    this.arrowScale = clamp(this.arrowScale * factor, 0.05, 50);
    this.legend.show();
    this.dirty = true;
  }

  camera(action) {
    action(this.stage.camera);
    this.dirty = true;
  }
}
