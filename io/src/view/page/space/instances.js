// Many copies of one geometry, drawn in one call.

class Instances {
  constructor(geometry, material, capacity) {
    this.material = material;
    this.source = geometry;
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.reserve(capacity);
  }

  reserve(capacity) {
    this.capacity = capacity;
    this.geometry = new THREE.InstancedBufferGeometry();
    if (this.source.index) this.geometry.setIndex(this.source.index);
    for (const name of ["position", "normal", "aShift"]) this.geometry.setAttribute(name, this.source.attributes[name]);
    const make = (name, size) => {
      const attribute = new THREE.InstancedBufferAttribute(new Float32Array(size * capacity), size);
      attribute.setUsage?.(THREE.DynamicDrawUsage);
      this.geometry.setAttribute(name, attribute);
      return attribute;
    };
    this.place = make("aPlace", 3);
    this.turn = make("aTurn", 4);
    this.scale = make("aScale", 4);
    this.tint = make("aTint", 3);
    this.state = make("aState", 1);
    this.geometry.maxInstancedCount = 0;
    this.mesh.geometry.dispose();
    this.mesh.geometry = this.geometry;
  }

  // Begins a new set, with room for so many.
  clear(capacity) {
    if (capacity > this.capacity) this.reserve(Math.max(capacity, 2 * this.capacity));
    this.count = 0;
  }
  add(place, turn, scale, tint, state = 1) {
    const i = this.count++;
    this.place.array.set(place, 3 * i);
    this.turn.array.set(turn, 4 * i);
    this.scale.array.set(scale, 4 * i);
    this.tint.array.set(tint, 3 * i);
    this.state.array[i] = state;
  }
  finish() {
    this.geometry.maxInstancedCount = this.count;
    this.mesh.visible = this.count > 0;
    for (const attribute of [this.place, this.turn, this.scale, this.tint, this.state]) attribute.needsUpdate = true;
  }
}
