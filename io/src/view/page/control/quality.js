// How fine the picture is. Without graphics hardware it gets coarser while it moves, if that is needed for 30 pictures a second,
// and finer, which smooths edges, once it stands still. Sharpness is pixels of the picture for
// one of the page; details are shadows and the colour of the ground.

class Quality {
  constructor(stage) {
    this.stage = stage;
    const pixels = window.devicePixelRatio || 1;
    this.still = {sharpness: stage.soft ? 2 : Math.min(pixels, 2), details: true};
    this.levels = stage.soft ? [{sharpness: 1, details: true}, {sharpness: 1, details: false}, {sharpness: 0.7, details: false},
      {sharpness: 0.5, details: false}] : [this.still];
    this.level = 0;
    this.times = [];
  }
  get moving() { return this.levels[this.level]; }

  // Takes the time that pictures in motion follow each other by [ms].
  took(milliseconds) {
    this.times.push(milliseconds);
    if (this.times.length < 20) return;
    const mean = this.times.reduce((a, b) => a + b, 0) / this.times.length;
    this.times = [];
    if (mean > 36 && this.level + 1 < this.levels.length) ++this.level;
  }

  use({sharpness, details}, width, height) {
    this.stage.details = details;
    if (this.sharpness === sharpness && this.width === width && this.height === height) return;
    Object.assign(this, {sharpness, width, height});
    this.stage.resize(width, height, sharpness);
  }
}
