// The floor and the obstacles of a segment, painted once onto one large canvas.

import { arcOf } from "../catalogue/arcs.js";
import { arena, type World } from "../world.js";

interface Ground {
  /** The picture for this world's obstacles; painted anew when they are others. */
  of(world: World): HTMLCanvasElement;
}

export function createGround(): Ground {
  const image = document.createElement("canvas");
  let painted = "";
  return {
    of(world) {
      // By value: a load brings the same obstacles in another array.
      const layout = `${world.arcId}:${world.obstacles.join()}`;
      if (painted !== layout) {
        image.width = arena.width;
        image.height = arena.height;
        const pen = image.getContext("2d");
        if (pen !== null) paint(pen, world);
        painted = layout;
      }
      return image;
    },
  };
}

function paint(pen: CanvasRenderingContext2D, world: World): void {
  const { ground, groundAlt, wall } = arcOf(world.arcId);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, arena.width, arena.height);
  pen.fillStyle = groundAlt;
  for (let row = 0; row * 80 < arena.height; row++) {
    for (let column = row % 2; column * 80 < arena.width; column += 2) pen.fillRect(column * 80, row * 80, 80, 80);
  }
  sprinkle(pen);
  pen.strokeStyle = wall;
  pen.lineWidth = 14;
  pen.strokeRect(7, 7, arena.width - 14, arena.height - 14);
  pen.strokeStyle = "rgba(255,255,255,0.5)";
  pen.lineWidth = 4;
  pen.setLineDash([18, 18]);
  pen.strokeRect(7, 7, arena.width - 14, arena.height - 14);
  pen.setLineDash([]);
  const { obstacles } = world;
  for (let at = 0; at + 3 < obstacles.length; at += 4) {
    const [column = 0, row = 0, width = 0, height = 0] = obstacles.subarray(at, at + 4);
    wafer(pen, column * arena.cell, row * arena.cell, width * arena.cell, height * arena.cell, wall);
  }
}

/** Sugar sprinkles, at places that look random and are always the same. */
function sprinkle(pen: CanvasRenderingContext2D): void {
  const colours = ["#ff7ab0", "#ffd84f", "#7dd3fc", "#ffffff", "#b6f04a"];
  for (let at = 0; at < 900; at++) {
    const x = (at * 7919 + ((at * at * 31) % 977)) % arena.width;
    const y = (at * 6101 + ((at * at * 17) % 883)) % arena.height;
    pen.save();
    pen.translate(x, y);
    pen.rotate(at);
    pen.globalAlpha = 0.5;
    pen.fillStyle = colours[at % colours.length] as string;
    pen.fillRect(-4, -1.3, 8, 2.6);
    pen.restore();
  }
}

function wafer(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  pen.fillStyle = "rgba(0,0,0,0.22)";
  pen.beginPath();
  pen.roundRect(x + 3, y + 8, width, height, 10);
  pen.fill();
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 10);
  pen.fill();
  pen.fillStyle = "rgba(255,255,255,0.16)";
  pen.beginPath();
  pen.roundRect(x + 3, y + 3, width - 6, height - 14, 8);
  pen.fill();
  pen.strokeStyle = "rgba(0,0,0,0.18)";
  pen.lineWidth = 2;
  pen.beginPath();
  for (let line = 20; line < width; line += 20) {
    pen.moveTo(x + line, y + 4);
    pen.lineTo(x + line, y + height - 10);
  }
  for (let line = 20; line < height - 6; line += 20) {
    pen.moveTo(x + 4, y + line);
    pen.lineTo(x + width - 4, y + line);
  }
  pen.stroke();
}
