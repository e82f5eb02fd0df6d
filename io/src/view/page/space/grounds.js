// Half spaces: a ground is solid, with a grid; a wall lets one see what is behind it. Seen from inside they are not there.

class Grounds {
  constructor(run) {
    this.run = run;
    this.reach = 4 * run.scene.size;
    this.group = new THREE.Group();
    this.walls = new THREE.Group();
    this.list = [];
    const up = unit(run.scene.up);
    run.bodies.forEach((body, i) => (body.parts || []).forEach((part) => {
      const shape = run.scene.shapes[part.shape];
      if (shape.kind !== "half space") return;
      const normal = turn(fromScalarFirst(body.q), turn(fromScalarFirst(part.q), shape.normal));
      this.add(i, part, shape, Boolean(body.fixed) && dot(normal, up) > 0.7);
    }));
    this.floor = this.list.find((ground) => ground.isGround);
  }

  add(body, part, shape, isGround) {
    const surface = groundMaterial(isGround), grid = groundMaterial(isGround);
    surface.uniforms.uOpacity.value = isGround ? 1 : 0.1;
    grid.uniforms.uOpacity.value = isGround ? 1 : 0.14;
    const object = new THREE.Group();
    const reach = isGround ? this.reach : 0.3 * this.reach;
    object.add(new THREE.Mesh(discGeometry(reach), surface));
    const lines = new THREE.LineSegments(gridGeometry(reach, niceStep(this.run.scene.size / 12)), grid);
    lines.renderOrder = 1;
    object.add(lines);
    (isGround ? this.group : this.walls).add(object);
    this.list.push({body, part, shape, object, surface, grid, isGround});
  }

  colour() {
    for (const {surface, grid, isGround} of this.list) {
      for (const material of [surface, grid]) material.uniforms.uBackground.value.set(colours.scene);
      surface.uniforms.uNear.value.set(isGround ? mixed(colours.scene, colours.sceneLine, 0.5) : colours.fixed);
      grid.uniforms.uNear.value.set(isGround ? mixed(colours.sceneLine, colours.fixed, 0.35) : colours.rod);
    }
  }

  place(poses) {
    for (const ground of this.list) {
      const {body, part, shape, object} = ground;
      object.visible = poses.isThere(body);
      const q = product(poses.rotation(body), fromScalarFirst(part.q));
      const origin = add(poses.position(body), turn(poses.rotation(body), part.x || [0, 0, 0]));
      ground.normal = turn(q, shape.normal);
      ground.height = dot(origin, ground.normal) + shape.offset;
      object.position.fromArray(scale(ground.normal, ground.height));
      object.quaternion.fromArray(turnFromZ(ground.normal));
    }
  }

  // filled: whether surfaces are drawn beside their grids.
  faceTo(eye, filled) {
    for (const ground of this.list) {
      ground.isSeen = dot(eye, ground.normal) > ground.height;
      ground.object.visible = ground.object.visible && ground.isSeen;
      ground.object.children[0].visible = filled;
    }
  }
}

function groundMaterial(isGround) {
  const colour = () => ({value: new THREE.Color()});
  return new THREE.ShaderMaterial({vertexShader: groundVertexShader, fragmentShader: groundFragmentShader,
    uniforms: {uNear: colour(), uBackground: colour(), uOpacity: {value: 1}}, defines: {TRANSPARENT: isGround ? "0.0" : "1.0"},
    transparent: !isGround, depthWrite: false, depthTest: !isGround});
}

function farness(x, y, reach) {
  const share = clamp((Math.hypot(x, y) / reach - 0.2) / 0.8, 0, 1);
  return share * share * (3 - 2 * share);
}

function farGeometry(positions, reach, index) {
  const geometry = new THREE.BufferGeometry();
  const far = positions.map((_, i) => i % 3 === 0 ? farness(positions[i], positions[i + 1], reach) : null).filter((x) => x !== null);
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("aFar", new THREE.BufferAttribute(new Float32Array(far), 1));
  if (index) geometry.setIndex(index);
  return geometry;
}

// Rings about the middle, since colours are known at corners and the far is a round matter.
function discGeometry(reach) {
  const around = 48, rings = 10, positions = [0, 0, 0], index = [];
  for (let ring = 1; ring <= rings; ++ring) {
    for (let i = 0; i < around; ++i) {
      const angle = 2 * Math.PI * i / around, r = reach * ring / rings;
      positions.push(r * Math.cos(angle), r * Math.sin(angle), 0);
      const next = (i + 1) % around, here = 1 + (ring - 1) * around, inner = here - around;
      if (ring === 1) index.push(0, here + i, here + next);
      else index.push(inner + i, here + i, here + next, inner + i, here + next, inner + next);
    }
  }
  return farGeometry(positions, reach, index);
}

function gridGeometry(reach, step) {
  const count = Math.floor(0.75 * reach / step), pieces = 10, positions = [];
  for (let k = -count; k <= count; ++k) {
    const half = Math.sqrt(reach * reach - k * k * step * step);
    for (let piece = 0; piece < pieces; ++piece) {
      const a = half * (2 * piece / pieces - 1), b = half * (2 * (piece + 1) / pieces - 1);
      positions.push(k * step, a, 0, k * step, b, 0, a, k * step, 0, b, k * step, 0);
    }
  }
  return farGeometry(positions, reach);
}
