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
      kind.instances = new Instances(kind.geometry, this.material(kind.pattern), kind.count);
      this.group.add(kind.instances.mesh);
    }
  }

  addPart(body, part, shape, detail, number) {
    if (shape.kind === "half space") return;
    const name = shape.kind === "mesh" ? `mesh ${number}` : shape.kind;
    if (!this.kinds.has(name)) {
      const geometry = shape.kind === "mesh" ? meshGeometry(shape) : shapeGeometry(shape.kind, detail);
      this.kinds.set(name, {geometry, count: 0, pattern: {sphere: 1, box: 2}[shape.kind] || 0});
    }
    const kind = this.kinds.get(name);
    ++kind.count;
    const sizes = {sphere: () => [shape.radius, shape.radius, shape.radius, 0], box: () => [...shape.half, 0],
      capsule: () => [shape.radius, shape.radius, shape.radius, shape.halfLength],
      cylinder: () => [shape.radius, shape.radius, shape.halfLength, 0], mesh: () => [1, 1, 1, 0]};
    this.parts.push({body, kind, scale: sizes[shape.kind](), x: part.x, q: part.q && fromScalarFirst(part.q)});
  }

  material(pattern) {
    return new THREE.ShaderMaterial({vertexShader: bodyVertexShader, fragmentShader: bodyFragmentShader,
      uniforms: this.uniforms, defines: {PATTERN: pattern}, extensions: {derivatives: true}});
  }

  castOn(ground, light) {
    this.uniforms.uLight.value.fromArray(light);
    if (!ground) return;
    this.shadowUniforms = {...ground.material.uniforms, uLight: this.uniforms.uLight,
      uNormal: {value: new THREE.Vector3()}, uHeight: {value: 0}, uShade: {value: 0.84}};
    const material = new THREE.ShaderMaterial({vertexShader: shadowVertexShader, fragmentShader: shadowFragmentShader,
      uniforms: this.shadowUniforms, extensions: {derivatives: true}, polygonOffset: true, polygonOffsetFactor: -1,
      polygonOffsetUnits: -4, side: THREE.DoubleSide});
    for (const kind of this.kinds.values()) {
      kind.shadow = new THREE.Mesh(kind.instances.geometry, material);
      kind.shadow.frustumCulled = false;
      this.shadows.add(kind.shadow);
    }
  }

  colour() {
    this.uniforms.uAccent.value.set(colours.accent);
    const tints = this.run.bodies.map((_, i) => channels(bodyColour(this.run, i)));
    for (const part of this.parts) part.tint = tints[part.body];
    if (this.shadowUniforms) this.shadowUniforms.uShade.value = themeName() === "dark" ? 0.62 : 0.84;
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
