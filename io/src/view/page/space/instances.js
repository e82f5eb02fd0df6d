// Many copies of one geometry, drawn in one call: the copies stand in one buffer, and each vertex looks up in a texture where
// its copy is. Instances as the graphics interface has them would do the same, but without graphics hardware each costs as much
// as hundreds of triangles.

const copiesInARow = 256, texelsOfACopy = 4;

const turnShader = `
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

const instanceShader = `
attribute float aShift;
attribute float aCopy;
uniform sampler2D uCopies;
uniform vec2 uTexel;
vec3 aPlace;  // where the copy is
float aState;  // 0 hidden, 1 shown, 2 chosen
vec4 aTurn;
vec4 aScale;  // factors along the axes of the geometry, and by how much its halves move apart (capsules, arrows)
vec3 aTint;
vec4 copyTexel(float k) {
  float row = floor((aCopy + 0.5) / ${copiesInARow}.0);
  return texture2D(uCopies, (vec2(${texelsOfACopy}.0 * (aCopy - ${copiesInARow}.0 * row) + k, row) + 0.5) * uTexel);
}
void readCopy() {
  vec4 place = copyTexel(0.0);
  aPlace = place.xyz;
  aState = place.w;
  aTurn = copyTexel(1.0);
  aScale = copyTexel(2.0);
  aTint = copyTexel(3.0).xyz;
}
${turnShader}
vec3 instancePoint() {
  return aPlace + turned(aTurn, position * aScale.xyz + vec3(0.0, 0.0, aShift * aScale.w));
}
`;

class Instances {
  constructor(geometry, material, capacity) {
    this.meshes = [];
    this.copies = {value: null};
    this.texel = {value: new THREE.Vector2()};
    this.mesh = this.meshOf(geometry, material);
    this.reserve(capacity);
  }

  // Another geometry at the same places: that of shadows.
  meshOf(geometry, material) {
    material.uniforms.uCopies = this.copies;
    material.uniforms.uTexel = this.texel;
    const mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    mesh.frustumCulled = false;
    this.meshes.push({mesh, source: geometry});
    if (this.capacity) mesh.geometry = copied(geometry, this.capacity);
    return mesh;
  }

  reserve(capacity) {
    this.capacity = capacity;
    const rows = Math.ceil(capacity / copiesInARow), width = copiesInARow * texelsOfACopy;
    this.data = new Float32Array(4 * width * rows);
    this.copies.value?.dispose();
    this.copies.value = new THREE.DataTexture(this.data, width, rows, THREE.RGBAFormat, THREE.FloatType);
    this.copies.value.minFilter = this.copies.value.magFilter = THREE.NearestFilter;
    this.copies.value.generateMipmaps = false;
    this.texel.value.set(1 / width, 1 / rows);
    for (const {mesh, source} of this.meshes) {
      mesh.geometry.dispose();
      mesh.geometry = copied(source, capacity);
    }
  }

  // Begins a new set, with room for so many.
  clear(capacity) {
    if (capacity > this.capacity) this.reserve(Math.max(capacity, 2 * this.capacity));
    this.count = 0;
  }
  add(place, turn, scale, tint, state = 1) {
    const data = this.data, at = 4 * texelsOfACopy * this.count++;
    for (let i = 0; i < 3; ++i) {
      data[at + i] = place[i];
      data[at + 12 + i] = tint[i];
    }
    data[at + 3] = state;
    for (let i = 0; i < 4; ++i) {
      data[at + 4 + i] = turn[i];
      data[at + 8 + i] = scale[i];
    }
  }
  finish() {
    this.copies.value.needsUpdate = true;
    for (const {mesh, source} of this.meshes) {
      mesh.visible = this.count > 0;
      mesh.geometry.setDrawRange(0, this.count * source.index.count);
    }
  }
}

function copied(source, count) {
  const geometry = new THREE.BufferGeometry();
  const vertices = source.attributes.position.count;
  for (const name of ["position", "normal", "aShift"]) {
    const {array, itemSize} = source.attributes[name];
    const all = new Float32Array(array.length * count);
    for (let k = 0; k < count; ++k) all.set(array, k * array.length);
    geometry.setAttribute(name, new THREE.BufferAttribute(all, itemSize));
  }
  const numbers = new Float32Array(vertices * count), index = new Uint32Array(source.index.count * count);
  for (let k = 0; k < count; ++k) {
    numbers.fill(k, k * vertices, (k + 1) * vertices);
    for (let i = 0; i < source.index.count; ++i) index[k * source.index.count + i] = source.index.array[i] + k * vertices;
  }
  geometry.setAttribute("aCopy", new THREE.BufferAttribute(numbers, 1));
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  return geometry;
}
