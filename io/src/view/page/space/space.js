// The scene in space.

class SpaceStage {
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    const {run} = view;
    this.soft = drawsInSoftware();
    const wishes = {antialias: !this.soft, alpha: false, stencil: true};
    const context = canvas.getContext("webgl2", wishes) || canvas.getContext("webgl", wishes);
    this.renderer = new THREE.WebGLRenderer({canvas, context});
    this.renderer.autoClear = false;
    if (!this.soft) context.enable(context.SAMPLE_ALPHA_TO_COVERAGE);
    this.camera = new OrbitCamera(run.scene);
    this.eye = new THREE.PerspectiveCamera(35, 1.5, 0.01, 100);
    const many = run.bodies.length > 300;
    this.solids = new Solids(run, many ? {around: 14, along: 9} : {around: 28, along: 18});
    this.grounds = new Grounds(run);
    this.solids.castOn(this.grounds.floor, this.grounds.reach, this.lightDirection());
    this.groundScene = new THREE.Scene();
    this.groundScene.add(this.grounds.group, this.solids.shadows);
    this.scene = new THREE.Scene();
    this.scene.add(this.solids.group);
    this.wallScene = new THREE.Scene();
    this.wallScene.add(this.grounds.walls);
    this.overlay = new Overlay(run, this.solids.uniforms);
    this.colour();
  }

  lightDirection() {
    const {up, right, ahead} = this.camera;
    return unit(add(scale(up, 1), add(scale(right, 0.3), scale(ahead, -0.35))));
  }

  colour() {
    this.renderer.setClearColor(colours.scene, 1);
    this.grounds.colour();
    this.solids.colour();
  }

  resize(width, height, sharpness) {
    this.renderer.setPixelRatio(sharpness);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.width = width;
    this.height = height;
  }

  draw() {
    const {poses, selectedBody} = this.view;
    this.solids.place(poses, selectedBody);
    this.grounds.place(poses);
    this.grounds.faceTo(this.camera.eye(), this.details);
    this.solids.placeShadows(this.details && this.grounds.floor);
    this.overlay.place(this.view);
    this.placeEye();
    // Nothing is below the ground, so that depths matter from the bodies on; and nothing hides the overlay.
    this.renderer.clear();
    for (const scene of [this.groundScene, this.scene, this.wallScene]) this.renderer.render(scene, this.eye);
    this.renderer.clearDepth();
    this.renderer.render(this.overlay.scene, this.eye);
  }

  placeEye() {
    const {camera, eye} = this;
    const axes = camera.axes();
    eye.aspect = camera.aspect;
    eye.near = Math.max(0.02 * camera.distance, 1e-4 * camera.size);
    eye.far = camera.distance + 12 * camera.size;
    eye.updateProjectionMatrix();
    eye.up.fromArray(axes.up);
    eye.position.fromArray(camera.eye());
    eye.lookAt(new THREE.Vector3().fromArray(camera.target));
    eye.updateMatrixWorld();
  }

  // Pixels of the page; null behind the eye.
  project(point) {
    const p = new THREE.Vector3().fromArray(point).project(this.eye);
    return p.z > 1 ? null : [0.5 * (p.x + 1) * this.width, 0.5 * (1 - p.y) * this.height];
  }

  pixelsPerMetre() { return 0.5 * this.height / (this.camera.distance * Math.tan(this.camera.angle / 2)); }

  pick(x, y) {
    const axes = this.camera.axes(), tan = Math.tan(this.camera.angle / 2);
    const u = (2 * x / this.width - 1) * tan * this.camera.aspect, v = (1 - 2 * y / this.height) * tan;
    const direction = unit(add(scale(axes.back, -1), add(scale(axes.right, u), scale(axes.up, v))));
    return pickBody(this.view.run, this.view.poses, this.camera.eye(), direction);
  }

  // How far a turn of the wheel or a key moves is the camera's affair.
  drag(dx, dy, pans) {
    if (pans) this.camera.pan(-dx / this.height, dy / this.height);
    else this.camera.orbit(3.2 * dx / this.height, 3.2 * dy / this.height);
  }
  zoomAt(factor) { this.camera.zoom(factor); }
}

// Whether there is no graphics hardware: pictures are then drawn without smoothing while they move.
function drawsInSoftware() {
  const gl = document.createElement("canvas").getContext("webgl");
  if (!gl) return true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
