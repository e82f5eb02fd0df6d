// The grid of the planar scene: lines at round coordinates, whose numbers stand at the lower and right borders.

class Grid {
  constructor(camera, centre) {
    this.camera = camera;
    this.step = niceStep(90 / camera.scale);
    const low = add(camera.fromPixels([0, camera.height]), centre), high = add(camera.fromPixels([camera.width, 0]), centre);
    this.lines = [0, 1].map((axis) => {
      const lines = [];
      for (let k = Math.ceil(low[axis] / this.step); k * this.step <= high[axis]; ++k) {
        const point = [0, 0, 0];
        point[axis] = k * this.step - centre[axis];
        lines.push({at: Math.round(camera.toPixels(point)[axis]) + 0.5, text: number(Number((k * this.step).toPrecision(9)), 6)});
      }
      return lines;
    });
  }

  drawLines(context) {
    const {width, height} = this.camera;
    context.lineWidth = 1;
    context.strokeStyle = mixed(colours.scene, colours.sceneLine, 0.6);
    context.beginPath();
    for (const {at} of this.lines[0]) {
      context.moveTo(at, 0);
      context.lineTo(at, height);
    }
    for (const {at} of this.lines[1]) {
      context.moveTo(0, at);
      context.lineTo(width, at);
    }
    context.stroke();
  }

  drawNumbers(context) {
    const {width, height} = this.camera;
    context.font = "11px system-ui, sans-serif";
    context.fillStyle = colours.muted;
    context.textAlign = "center";
    context.textBaseline = "bottom";
    for (const {at, text} of this.lines[0]) if (at > 30 && at < width - 50) canvasText(context, text, at, height - 5);
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const {at, text} of this.lines[1]) if (at > 15 && at < height - 25) canvasText(context, text, width - 7, at);
  }
}
