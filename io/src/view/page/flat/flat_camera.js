// Where the planar picture is, and how many pixels a metre has.

class FlatCamera {
  constructor(scene) {
    this.size = scene.size;
    this.target = [0, 0, 0];
    this.scale = 1;
    this.fitted = false;
  }
  resize(width, height) {
    this.width = width;
    this.height = height;
    if (!this.fitted) this.fit();
  }
  reset() { this.fit(); }
  fit() {
    this.fitted = true;
    this.target = [0, 0, 0];
    this.scale = 0.92 * Math.min(this.width / (0.98 * this.size), this.height / (0.78 * this.size));
  }
  look() { this.fit(); }
  orbit() {}
  pan(right, up) { this.target = add(this.target, [right * this.height / this.scale, up * this.height / this.scale, 0]); }
  // The point under the pointer stays there.
  zoom(factor, pixel = [this.width / 2, this.height / 2]) {
    const before = this.fromPixels(pixel);
    this.scale = clamp(this.scale / factor, 0.02 * this.height / this.size, 1e4 * this.height / this.size);
    this.target = add(this.target, sub(before, this.fromPixels(pixel)));
  }
  toPixels(point) {
    return [this.width / 2 + (point[0] - this.target[0]) * this.scale, this.height / 2 - (point[1] - this.target[1]) * this.scale];
  }
  fromPixels([x, y]) {
    return [this.target[0] + (x - this.width / 2) / this.scale, this.target[1] - (y - this.height / 2) / this.scale, 0];
  }
}
