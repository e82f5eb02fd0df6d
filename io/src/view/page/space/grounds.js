// Half spaces: a ground is solid, with a grid; a wall lets one see what is behind it. Seen from inside they are not there.

class Grounds {
  constructor(run) {
    this.run = run;
    this.group = new THREE.Group();
    this.walls = new THREE.Group();
    this.list = [];
    const up = unit(run.scene.up);
    run.bodies.forEach((body, i) => (body.parts || []).forEach((part) => {
      const shape = run.scene.shapes[part.shape];
      if (shape.kind !== "half space") return;
      const isGround = body.fixed && dot(turn(fromScalarFirst(body.q), turn(fromScalarFirst(part.q), shape.normal)), up) > 0.7;
      this.add(i, part, shape, isGround);
    }));
    this.floor = this.list.find((ground) => ground.isGround);
  }

  add(body, part, shape, isGround) {
    const reach = 5 * this.run.scene.size;
    const material = new THREE.ShaderMaterial({
      vertexShader: groundVertexShader, fragmentShader: groundFragmentShader, uniforms: groundUniforms(this.run.scene),
      extensions: {derivatives: true}, transparent: !isGround, depthWrite: isGround,
    });
    material.uniforms.uOpacity.value = isGround ? 1 : 0.16;
    material.uniforms.uReach.value = reach;
    const mesh = new THREE.Mesh(new THREE.PlaneBufferGeometry(2 * reach, 2 * reach), material);
    (isGround ? this.group : this.walls).add(mesh);
    this.list.push({body, part, shape, mesh, material, isGround});
  }

  colour() {
    for (const {material, isGround} of this.list) {
      const uniforms = material.uniforms;
      uniforms.uBackground.value.set(colours.scene);
      uniforms.uGround.value.set(isGround ? mixed(colours.scene, colours.sceneLine, 0.45) : colours.fixed);
      uniforms.uGridLine.value.set(isGround ? mixed(colours.sceneLine, colours.fixed, 0.25) : colours.rod);
    }
  }

  place(poses) {
    for (const {body, part, shape, mesh, material} of this.list) {
      mesh.visible = poses.isThere(body);
      const q = product(poses.rotation(body), fromScalarFirst(part.q));
      const origin = add(poses.position(body), turn(poses.rotation(body), part.x || [0, 0, 0]));
      const normal = turn(q, shape.normal);
      const height = dot(origin, normal) + shape.offset;
      mesh.position.fromArray(scale(normal, height));
      mesh.quaternion.fromArray(turnFromZ(normal));
      const uniforms = material.uniforms;
      const along = Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
      const inPlane = unit(sub(along, scale(normal, dot(along, normal))));
      uniforms.uAlong.value.fromArray(inPlane);
      uniforms.uAcross.value.fromArray(cross(normal, inPlane));
      uniforms.uMiddle.value.fromArray(scale(normal, height));
    }
  }

  // For shadows: the floor as the shader knows it.
  floorPlane(poses) {
    const q = product(poses.rotation(this.floor.body), fromScalarFirst(this.floor.part.q));
    const normal = turn(q, this.floor.shape.normal);
    return {normal, height: dot(this.floor.mesh.position.toArray(), normal)};
  }
}

function groundUniforms(scene) {
  const colour = () => ({value: new THREE.Color()}), vector = () => ({value: new THREE.Vector3()});
  return {uBackground: colour(), uGround: colour(), uGridLine: colour(), uAlong: vector(), uAcross: vector(),
    uMiddle: vector(), uStep: {value: niceStep(scene.size / 30)}, uReach: {value: 1}, uOpacity: {value: 1}};
}
