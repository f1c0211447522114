// Bursts, rings and floating words: decoration with randomness of its own, unknown to the simulation.

import { drawFloat, type RandomStream, randomStream } from "@tickbridge/bridge";

const particlesMax = 320;

interface Particle {
  x: number;
  y: number;
  vx: number;
  vy: number;
  life: number;
  size: number;
  colour: string;
}

interface Ring {
  x: number;
  y: number;
  radius: number;
  growth: number;
  life: number;
  colour: string;
}

interface Bolt {
  readonly points: readonly number[];
  life: number;
}

export interface Particles {
  burst(x: number, y: number, colour: string, count: number): void;
  ring(x: number, y: number, colour: string, growth: number): void;
  bolt(fromX: number, fromY: number, toX: number, toY: number): void;
  draw(pen: CanvasRenderingContext2D): void;
  clear(): void;
}

export function createParticles(): Particles {
  const stream: RandomStream = randomStream(1, "cosmetic");
  let dots: Particle[] = [];
  let rings: Ring[] = [];
  let bolts: Bolt[] = [];
  const around = (size: number): number => (drawFloat(stream) - 0.5) * size;
  return {
    burst(x, y, colour, count) {
      for (let at = 0; at < count && dots.length < particlesMax; at++) {
        dots.push({ x, y, vx: around(5), vy: around(5) - 1, life: 1, size: 3 + drawFloat(stream) * 3, colour });
      }
    },
    ring(x, y, colour, growth) {
      if (rings.length < 24) rings.push({ x, y, radius: 12, growth, life: 1, colour });
    },
    bolt(fromX, fromY, toX, toY) {
      const points = [fromX, fromY];
      for (let joint = 1; joint < 6; joint++) {
        const along = joint / 6;
        points.push(fromX + (toX - fromX) * along + around(26), fromY + (toY - fromY) * along + around(26));
      }
      points.push(toX, toY);
      if (bolts.length < 12) bolts.push({ points, life: 1 });
    },
    draw(pen) {
      for (const dot of dots) drawDot(pen, dot);
      for (const ring of rings) drawRing(pen, ring);
      for (const bolt of bolts) drawBolt(pen, bolt);
      pen.globalAlpha = 1;
      dots = dots.filter((dot) => dot.life > 0);
      rings = rings.filter((ring) => ring.life > 0);
      bolts = bolts.filter((bolt) => bolt.life > 0);
    },
    clear() {
      dots = [];
      rings = [];
      bolts = [];
    },
  };
}

function drawDot(pen: CanvasRenderingContext2D, dot: Particle): void {
  dot.x += dot.vx;
  dot.y += dot.vy;
  dot.vy += 0.14;
  dot.life -= 0.045;
  pen.globalAlpha = Math.max(0, dot.life);
  pen.fillStyle = dot.colour;
  pen.fillRect(dot.x - dot.size / 2, dot.y - dot.size / 2, dot.size, dot.size);
}

function drawRing(pen: CanvasRenderingContext2D, ring: Ring): void {
  ring.radius += ring.growth;
  ring.life -= 0.05;
  pen.globalAlpha = Math.max(0, ring.life);
  pen.strokeStyle = ring.colour;
  pen.lineWidth = 5;
  pen.beginPath();
  pen.arc(ring.x, ring.y, ring.radius, 0, Math.PI * 2);
  pen.stroke();
}

function drawBolt(pen: CanvasRenderingContext2D, bolt: Bolt): void {
  bolt.life -= 0.12;
  pen.globalAlpha = Math.max(0, bolt.life);
  pen.strokeStyle = "#e9ff9a";
  pen.lineWidth = 3;
  pen.beginPath();
  pen.moveTo(bolt.points[0] as number, bolt.points[1] as number);
  for (let at = 2; at < bolt.points.length; at += 2)
    pen.lineTo(bolt.points[at] as number, bolt.points[at + 1] as number);
  pen.stroke();
}
