// What moves behind the main menu: sweets that drift down. A frame counter is its only clock.

import { screen } from "./scene.js";

const colours = ["#ff7ab0", "#ffd84f", "#7dd3fc", "#b6f04a", "#b48cff", "#ff9b3d"];
const sweets = 46;

export function drawBackdrop(pen: CanvasRenderingContext2D, frame: number): void {
  const sky = pen.createLinearGradient(0, 0, 0, screen.height);
  sky.addColorStop(0, "#7a2f7d");
  sky.addColorStop(1, "#2a1533");
  pen.fillStyle = sky;
  pen.fillRect(0, 0, screen.width, screen.height);
  for (let at = 0; at < sweets; at++) {
    const size = 6 + (at % 5) * 4;
    const fall = frame * (0.3 + (at % 7) * 0.12) + at * 211;
    const x = ((at * 277) % screen.width) + Math.sin(frame / 60 + at) * 14;
    const y = (fall % (screen.height + 80)) - 40;
    pen.globalAlpha = 0.75;
    pen.fillStyle = colours[at % colours.length] as string;
    pen.beginPath();
    pen.arc(x, y, size, 0, Math.PI * 2);
    pen.fill();
    pen.globalAlpha = 0.5;
    pen.fillStyle = "#fff";
    pen.beginPath();
    pen.arc(x - size * 0.3, y - size * 0.35, size * 0.3, 0, Math.PI * 2);
    pen.fill();
  }
  pen.globalAlpha = 1;
}
