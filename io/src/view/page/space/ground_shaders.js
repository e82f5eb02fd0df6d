// The ground fades into the background far away; shadows are bodies flattened onto it along the light.

const groundVertexShader = `
attribute float aFar;
varying float vFar;
void main() {
  vFar = aFar;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;
const groundFragmentShader = `
uniform vec3 uNear;
uniform vec3 uBackground;
uniform float uOpacity;
varying float vFar;
void main() { gl_FragColor = vec4(mix(uNear, uBackground, vFar), uOpacity * (1.0 - TRANSPARENT * vFar)); }
`;

// A ball casts the shadow of the disk through its centre across the light.
const shadowVertexShader = `
uniform vec3 uLight;
uniform vec3 uNormal;
uniform float uHeight;
uniform vec3 uMiddle;
uniform float uReach;
uniform vec3 uAcross1;
uniform vec3 uAcross2;
varying float vFar;
varying vec2 vDisk;
${instanceShader}
void main() {
  readCopy();
#ifdef BALL
  vec3 world = aPlace + aScale.x * (position.x * uAcross1 + position.y * uAcross2);
  vDisk = position.xy;
#else
  vec3 world = instancePoint();
#endif
  float above = dot(world, uNormal) - uHeight;
  if (aState < 0.5 || dot(aPlace, uNormal) < uHeight) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); return; }
  world -= uLight * max(above, 0.0) / dot(uLight, uNormal);
  vFar = smoothstep(0.2, 1.0, length(world - uMiddle) / uReach);
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}
`;
const shadowFragmentShader = `
uniform float uShade;
varying float vFar;
varying vec2 vDisk;
void main() {
#ifdef BALL
  if (dot(vDisk, vDisk) > 1.0) discard;
#endif
  gl_FragColor = vec4(0.0, 0.0, 0.0, uShade * (1.0 - vFar));
}
`;
