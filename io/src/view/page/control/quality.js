// How sharp the picture is. Without graphics hardware it is drawn coarser while it moves if that is needed for 30 pictures a second,
// and finer, which smooths edges, once it stands still.

class Quality {
  constructor(stage) {
    this.stage = stage;
    this.still = stage.soft ? 2 : Math.min(window.devicePixelRatio || 1, 2);
    this.levels = stage.soft ? [1, 0.75, 0.5] : [this.still];
    this.level = 0;
    this.current = 0;
    this.times = [];
  }
  get moving() { return this.levels[this.level]; }

  // Takes the time that pictures in motion follow each other by [ms].
  took(milliseconds) {
    this.times.push(milliseconds);
    if (this.times.length < 20) return;
    const mean = this.times.reduce((a, b) => a + b, 0) / this.times.length;
    this.rate = 1000 / mean;
    this.times = [];
    if (mean > 33 && this.level + 1 < this.levels.length) ++this.level;
  }

  // Sets the sharpness; returns whether it changed.
  use(sharpness, width, height) {
    if (this.current === sharpness && this.width === width && this.height === height) return false;
    Object.assign(this, {current: sharpness, width, height});
    this.stage.resize(width, height, sharpness);
    return true;
  }
}
