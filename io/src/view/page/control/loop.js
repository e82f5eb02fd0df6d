// Draws when something changed, and again, finer, when nothing has for a while.

class Loop {
  constructor(view) {
    this.view = view;
    this.quality = view.stage ? new Quality(view.stage) : null;
    this.last = null;
    this.lastChange = 0;
    this.settled = false;  // whether the picture is the final one of this state
    this.pictures = 0;
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    const {view} = this, {timeline} = view;
    const elapsed = this.last === null ? 0 : now - this.last;
    this.last = now;
    if (timeline.playing) {
      timeline.advance(Math.min(elapsed, 250) / 1000);
      if (elapsed > 0) this.quality?.took(elapsed);
    }
    if (view.dirty) {
      view.dirty = false;
      this.lastChange = now;
      this.settled = false;
      this.draw(this.quality?.moving);
    } else if (!this.settled && now - this.lastChange > 200) {
      this.draw(this.quality?.still);
      this.settled = true;
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  draw(quality) {
    const {view} = this;
    if (view.stage) {
      const frame = view.stage.canvas.getBoundingClientRect();
      if (frame.width < 2 || frame.height < 2) return;
      this.quality.use(quality, frame.width, frame.height);
      view.stage.draw();
      view.legend.show();
    }
    view.values.show();
    view.events.show();
    view.charts.moveCursor();
    ++this.pictures;
  }
}
