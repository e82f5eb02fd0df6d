// A camera that turns about a point. It knows nothing of three.js, and no canvas.

class OrbitCamera {
  constructor(scene) {
    this.up = unit(scene.up);
    this.size = scene.size;
    this.ahead = perpendicularTo(this.up);
    this.right = cross(this.ahead, this.up);
    this.angle = 35 * Math.PI / 180;  // vertical field of view
    this.aspect = 1.5;
    this.reset();
  }
  reset() {
    this.azimuth = -0.6;
    this.elevation = 0.3;
    this.fit();
  }
  // The whole scene, whatever the window's shape.
  fit(centre = [0, 0, 0], size = this.size) {
    this.target = centre;
    const half = Math.min(this.angle / 2, Math.atan(Math.tan(this.angle / 2) * this.aspect));
    this.distance = 0.4 * size / Math.sin(half);
  }
  look(direction) {
    const views = {front: [0, 0], side: [Math.PI / 2, 0], top: [0, Math.PI / 2 - 1e-4]};
    [this.azimuth, this.elevation] = views[direction];
  }
  orbit(right, up) {
    this.azimuth -= right;
    this.elevation = clamp(this.elevation + up, -Math.PI / 2 + 1e-4, Math.PI / 2 - 1e-4);
  }
  // By shares of the picture's height.
  pan(right, up) {
    const height = 2 * this.distance * Math.tan(this.angle / 2);
    const axes = this.axes();
    this.target = add(this.target, add(scale(axes.right, right * height), scale(axes.up, up * height)));
  }
  zoom(factor) { this.distance = clamp(this.distance * factor, 1e-3 * this.size, 50 * this.size); }

  // Unit vectors: to the right, upwards, and out of the picture towards the eye.
  axes() {
    const c = Math.cos(this.elevation), s = Math.sin(this.elevation);
    const level = sub(scale(this.right, Math.sin(this.azimuth)), scale(this.ahead, Math.cos(this.azimuth)));
    const back = add(scale(level, c), scale(this.up, s));
    const right = unit(cross(this.up, level));
    return {right, up: cross(back, right), back};
  }
  eye() { return add(this.target, scale(this.axes().back, this.distance)); }
}

// Ahead is y where z is upwards, as drawings have it.
function perpendicularTo(up) {
  const ahead = Math.abs(up[1]) < 0.9 ? [0, 1, 0] : [0, 0, -1];
  return unit(sub(ahead, scale(up, dot(ahead, up))));
}
