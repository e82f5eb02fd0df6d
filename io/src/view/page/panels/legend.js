// What the length of an arrow means, and which contacts the page has.

class Legend {
  constructor(view) {
    this.view = view;
    byId("shorter").addEventListener("click", () => view.changeArrows(1 / 1.25));
    byId("longer").addEventListener("click", () => view.changeArrows(1.25));
    const {contacts} = view.run.scene;
    if (contacts && contacts.stride > 1) {
      byId("legend-note").textContent = `Contacts of one frame in ${contacts.stride} are stored; nsds view --contacts stores all.`;
    }
  }

  show() {
    const {view} = this;
    byId("legend").hidden = !view.stage || !view.run.contacts || !view.show.forces;
    if (byId("legend").hidden) return;
    const pixels = 46, force = this.forceOf(pixels);
    setText(byId("legend-text"), `${number(force, 2)} ${view.run.scene.forceUnit}`);
  }

  // The force whose arrow has so many pixels in the middle of the picture.
  forceOf(pixels) {
    const {view} = this;
    return pixels / view.stage.pixelsPerMetre() / view.arrowOfReference() * view.contacts.reference;
  }
}
