// Pictures painted once onto canvases of their own, so that a frame only copies them.

import { characters } from "../catalogue/characters.js";
import { type EnemyKind, enemyKinds } from "../catalogue/enemies.js";
import { playerRadius } from "../world.js";

export interface Sprite {
  readonly image: HTMLCanvasElement;
  /** Half of its width, in px of the world. */
  readonly half: number;
}

export interface Sprites {
  readonly enemies: readonly Sprite[];
  readonly markedEnemies: readonly Sprite[];
  readonly heroes: readonly Sprite[];
  readonly gems: readonly Sprite[];
  readonly shots: readonly Sprite[];
  readonly lollipop: Sprite;
}

type Paint = (pen: CanvasRenderingContext2D) => void;

const turn = Math.PI * 2;

export function paintSprites(ratio: number): Sprites {
  const make = (half: number, paint: Paint): Sprite => {
    const image = document.createElement("canvas");
    image.width = Math.ceil(half * 2 * ratio);
    image.height = image.width;
    const pen = image.getContext("2d");
    if (pen === null) throw new Error("no 2d canvas");
    pen.scale(ratio, ratio);
    pen.translate(half, half);
    paint(pen);
    return { image, half };
  };
  return {
    enemies: enemyKinds.map((kind) => make(kind.radius + 6, (pen) => paintEnemy(pen, kind, false))),
    markedEnemies: enemyKinds.map((kind) => make(kind.radius + 6, (pen) => paintEnemy(pen, kind, true))),
    heroes: characters.map(({ colour }) => make(playerRadius + 8, (pen) => paintHero(pen, colour))),
    gems: ["#4fd6ff", "#7dff8a", "#ffd84f", "#ff7ae0"].map((colour, at) =>
      make(7 + at * 2, (pen) => paintGem(pen, 5 + at * 2, colour)),
    ),
    shots: [
      make(8, (pen) => paintBall(pen, 6, "#ff7ab0")),
      make(15, (pen) => paintBall(pen, 13, "#8f7bff")),
      make(15, paintTrap),
      make(10, (pen) => paintBall(pen, 7, "#e11d48", "#ffffff")),
    ],
    lollipop: make(16, paintLollipop),
  };
}

function disc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, turn);
  pen.fillStyle = fill;
  pen.fill();
}

function gloss(pen: CanvasRenderingContext2D, radius: number): void {
  const shine = pen.createRadialGradient(-radius * 0.35, -radius * 0.45, radius * 0.1, 0, 0, radius);
  shine.addColorStop(0, "rgba(255,255,255,0.75)");
  shine.addColorStop(0.35, "rgba(255,255,255,0.12)");
  shine.addColorStop(1, "rgba(0,0,0,0.28)");
  pen.beginPath();
  pen.arc(0, 0, radius, 0, turn);
  pen.fillStyle = shine;
  pen.fill();
}

function eyes(pen: CanvasRenderingContext2D, radius: number, cross: boolean): void {
  for (const side of [-1, 1]) {
    disc(pen, side * radius * 0.34, -radius * 0.08, radius * 0.24, "#fff");
    disc(pen, side * radius * 0.3, -radius * 0.02, radius * 0.12, "#20121c");
  }
  if (!cross) return;
  pen.strokeStyle = "#20121c";
  pen.lineWidth = Math.max(1.5, radius * 0.1);
  pen.beginPath();
  pen.moveTo(-radius * 0.62, -radius * 0.48);
  pen.lineTo(-radius * 0.14, -radius * 0.28);
  pen.moveTo(radius * 0.62, -radius * 0.48);
  pen.lineTo(radius * 0.14, -radius * 0.28);
  pen.stroke();
}

function paintBall(pen: CanvasRenderingContext2D, radius: number, colour: string, rim?: string): void {
  if (rim !== undefined) disc(pen, 0, 0, radius + 2, rim);
  disc(pen, 0, 0, radius, colour);
  gloss(pen, radius);
}

function paintEnemy(pen: CanvasRenderingContext2D, kind: EnemyKind, marked: boolean): void {
  const { radius, colour } = kind;
  disc(pen, 0, radius * 0.35, radius, "rgba(0,0,0,0.18)");
  if (marked) disc(pen, 0, 0, radius + 4, "#c6ff3d");
  disc(pen, 0, 0, radius + 1.5, "rgba(40,16,32,0.85)");
  switch (kind.behaviour) {
    case "weave":
      pen.save();
      pen.scale(1, 0.8);
      paintBall(pen, radius, colour);
      pen.restore();
      break;
    case "circle":
      for (const side of [-1, 1]) {
        pen.beginPath();
        pen.moveTo(0, 0);
        pen.lineTo(side * (radius + 5), -radius * 0.9);
        pen.lineTo(side * (radius + 3), radius * 0.5);
        pen.fillStyle = "#2b2236";
        pen.fill();
      }
      paintBall(pen, radius * 0.85, colour);
      break;
    case "spit":
      paintBall(pen, radius, colour);
      paintSwirl(pen, radius, "#e11d48");
      break;
    case "charge":
      paintBall(pen, radius, colour);
      paintSwirl(pen, radius, "#ffd84f");
      break;
    case "boss":
      paintCake(pen, radius, colour);
      break;
    default:
      paintBall(pen, radius, colour);
  }
  eyes(pen, kind.behaviour === "boss" ? radius * 0.7 : radius, kind.behaviour !== "weave");
}

function paintSwirl(pen: CanvasRenderingContext2D, radius: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = radius * 0.24;
  for (let arm = 0; arm < 3; arm++) {
    pen.beginPath();
    pen.arc(0, 0, radius * 0.82, (arm * turn) / 3, (arm * turn) / 3 + 0.9);
    pen.stroke();
  }
}

function paintCake(pen: CanvasRenderingContext2D, radius: number, colour: string): void {
  paintBall(pen, radius, colour);
  for (let drop = 0; drop < 12; drop++) {
    const angle = (drop * turn) / 12;
    disc(pen, Math.cos(angle) * radius * 0.82, Math.sin(angle) * radius * 0.82, radius * 0.2, "#fff4e6");
  }
  pen.fillStyle = "#ffd84f";
  pen.strokeStyle = "#7a4a00";
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(-radius * 0.45, -radius * 0.5);
  for (const [x, y] of [
    [-0.5, -1.05],
    [-0.2, -0.75],
    [0, -1.12],
    [0.2, -0.75],
    [0.5, -1.05],
    [0.45, -0.5],
  ] as const) {
    pen.lineTo(x * radius, y * radius);
  }
  pen.closePath();
  pen.fill();
  pen.stroke();
}

function paintHero(pen: CanvasRenderingContext2D, colour: string): void {
  const radius = playerRadius;
  disc(pen, 0, radius * 0.4, radius, "rgba(0,0,0,0.22)");
  for (const side of [-1, 1]) {
    pen.beginPath();
    pen.moveTo(side * (radius - 2), 0);
    pen.lineTo(side * (radius + 7), -6);
    pen.lineTo(side * (radius + 7), 6);
    pen.fillStyle = colour;
    pen.fill();
  }
  disc(pen, 0, 0, radius + 2, "#fff");
  paintBall(pen, radius, colour);
  paintSwirl(pen, radius, "rgba(255,255,255,0.85)");
  eyes(pen, radius, false);
  pen.strokeStyle = "#20121c";
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.arc(0, radius * 0.25, radius * 0.3, 0.2, Math.PI - 0.2);
  pen.stroke();
}

function paintGem(pen: CanvasRenderingContext2D, size: number, colour: string): void {
  pen.beginPath();
  pen.moveTo(0, -size);
  pen.lineTo(size * 0.75, 0);
  pen.lineTo(0, size);
  pen.lineTo(-size * 0.75, 0);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.strokeStyle = "rgba(20,20,60,0.7)";
  pen.lineWidth = 1;
  pen.stroke();
  pen.beginPath();
  pen.moveTo(0, -size * 0.7);
  pen.lineTo(size * 0.3, 0);
  pen.lineTo(-size * 0.4, 0);
  pen.fillStyle = "rgba(255,255,255,0.65)";
  pen.fill();
}

function paintTrap(pen: CanvasRenderingContext2D): void {
  for (const [x, y, radius] of [
    [0, 0, 11],
    [7, 5, 6],
    [-7, 4, 7],
    [1, -8, 6],
  ] as const)
    disc(pen, x, y, radius, "#a4642a");
  disc(pen, -2, -2, 6, "#d99a54");
  disc(pen, -4, -4, 2, "#fff2d9");
}

function paintLollipop(pen: CanvasRenderingContext2D): void {
  pen.strokeStyle = "#fff";
  pen.lineWidth = 3;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.lineTo(9, 13);
  pen.stroke();
  paintBall(pen, 10, "#ff9b3d");
  paintSwirl(pen, 9, "#fff");
}
