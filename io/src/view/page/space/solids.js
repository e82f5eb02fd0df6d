// The bodies in space: all of one geometry are instances of it, and so are their shadows.

class Solids {
  constructor(run, detail) {
    this.run = run;
    this.group = new THREE.Group();
    this.shadows = new THREE.Group();
    this.uniforms = {uLight: {value: new THREE.Vector3()}, uUp: {value: new THREE.Vector3().fromArray(unit(run.scene.up))},
      uAccent: {value: new THREE.Color()}};
    this.kinds = new Map();
    this.parts = [];
    run.bodies.forEach((body, i) => {
      if (!body.parts) this.addPart(i, {}, {kind: "sphere", radius: 0.4 * run.scene.radius}, detail);
      for (const part of body.parts || []) this.addPart(i, part, run.scene.shapes[part.shape], detail, part.shape);
    });
    for (const kind of this.kinds.values()) {
      kind.instances = new Instances(kind.geometry, kind.isBall ? ballMaterial(this.uniforms, true) : bodyMaterial(this.uniforms, kind.isBox), kind.count);
      this.group.add(kind.instances.mesh);
    }
  }

  addPart(body, part, shape, detail, number) {
    if (shape.kind === "half space") return;
    const name = shape.kind === "mesh" ? `mesh ${number}` : shape.kind;
    if (!this.kinds.has(name)) {
      const geometry = shape.kind === "mesh" ? meshGeometry(shape) : shapeGeometry(shape.kind, detail);
      this.kinds.set(name, {geometry, count: 0, isBall: shape.kind === "sphere", isBox: shape.kind === "box"});
    }
    const kind = this.kinds.get(name);
    ++kind.count;
    const sizes = {sphere: () => [shape.radius, shape.radius, shape.radius, 0], box: () => [...shape.half, 0],
      capsule: () => [shape.radius, shape.radius, shape.radius, shape.halfLength],
      cylinder: () => [shape.radius, shape.radius, shape.halfLength, 0], mesh: () => [1, 1, 1, 0]};
    this.parts.push({body, kind, scale: sizes[shape.kind](), x: part.x, q: part.q && fromScalarFirst(part.q)});
  }

  // Shadows darken each place once, which the stencil sees to; faces towards the light cast them.
  castOn(ground, reach, light) {
    this.uniforms.uLight.value.fromArray(light);
    if (!ground) return;
    const vector = () => ({value: new THREE.Vector3()}), across = perpendicular(light);
    this.shadowUniforms = {uLight: this.uniforms.uLight, uNormal: vector(), uHeight: {value: 0}, uMiddle: vector(),
      uReach: {value: reach}, uAcross1: vector(), uAcross2: vector(), uShade: {value: 0.16}};
    this.shadowUniforms.uAcross1.value.fromArray(across);
    this.shadowUniforms.uAcross2.value.fromArray(cross(light, across));
    for (const kind of this.kinds.values()) {
      const material = new THREE.ShaderMaterial({vertexShader: shadowVertexShader, fragmentShader: shadowFragmentShader,
        uniforms: {...this.shadowUniforms}, defines: kind.isBall ? {BALL: 1} : {}, transparent: true, depthWrite: false,
        depthTest: false, stencilWrite: true, stencilFunc: THREE.EqualStencilFunc, stencilZPass: THREE.IncrementStencilOp});
      this.shadows.add(kind.instances.meshOf(kind.geometry, material));
    }
  }

  // ground: nothing if there are to be none.
  placeShadows(ground) {
    this.shadows.visible = Boolean(ground && ground.isSeen);
    if (!this.shadows.visible) return;
    this.shadowUniforms.uNormal.value.fromArray(ground.normal);
    this.shadowUniforms.uHeight.value = ground.height;
    this.shadowUniforms.uMiddle.value.fromArray(scale(ground.normal, ground.height));
  }

  colour() {
    this.uniforms.uAccent.value.set(colours.accent);
    const tints = this.run.bodies.map((_, i) => channels(bodyColour(this.run, i)));
    for (const part of this.parts) part.tint = tints[part.body];
    if (this.shadowUniforms) this.shadowUniforms.uShade.value = themeName() === "dark" ? 0.4 : 0.16;
  }

  place(poses, selected) {
    for (const kind of this.kinds.values()) kind.instances.clear(kind.count);
    for (const part of this.parts) {
      if (!poses.there[part.body]) continue;
      const i = part.body, body = poses.rotation(i);
      let x = poses.position(i), q = body;
      if (part.x) x = add(x, turn(body, part.x));
      if (part.q) q = product(body, part.q);
      part.kind.instances.add(x, q, part.scale, part.tint, i === selected ? 2 : 1);
    }
    for (const kind of this.kinds.values()) kind.instances.finish();
  }
}

function bodyMaterial(uniforms, edges) {
  return new THREE.ShaderMaterial({vertexShader: bodyVertexShader, fragmentShader: bodyFragmentShader, uniforms: {...uniforms},
    defines: edges ? {EDGES: 1} : {}, extensions: {derivatives: true}});
}

function ballMaterial(uniforms, octants) {
  return new THREE.ShaderMaterial({vertexShader: ballVertexShader, fragmentShader: ballFragmentShader, uniforms: {...uniforms},
    defines: octants ? {OCTANTS: 1} : {}, extensions: {derivatives: true, fragDepth: true}});
}
