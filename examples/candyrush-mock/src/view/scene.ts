// Draws the world as the camera sees it. It reads the world and writes nothing but pixels.

import { kindOf } from "../catalogue/enemies.js";
import { countAt, lollipopAngle, rangeAt } from "../systems/weapons.js";
import { arena, shotKind, type World } from "../world.js";
import { createGround } from "./ground.js";
import { createOnlooker } from "./onlooker.js";
import { createParticles } from "./particles.js";
import { paintSprites, type Sprite, type Sprites } from "./sprites.js";

export const screen = { width: 960, height: 640 } as const;

export interface Camera {
  x: number;
  y: number;
}

export interface Scene {
  /** Draws and returns where the camera stands and how hard the player was hit lately. */
  draw(pen: CanvasRenderingContext2D, world: World): { readonly camera: Camera; readonly pain: number };
  forget(): void;
}

const margin = 60;

export function createScene(ratio: number): Scene {
  const sprites = paintSprites(ratio);
  const ground = createGround();
  const particles = createParticles();
  const onlooker = createOnlooker(particles);
  const camera: Camera = { x: 0, y: 0 };
  return {
    draw(pen, world) {
      onlooker.look(world);
      followPlayer(camera, world, onlooker.pain);
      pen.drawImage(
        ground.of(world),
        camera.x,
        camera.y,
        screen.width,
        screen.height,
        0,
        0,
        screen.width,
        screen.height,
      );
      pen.save();
      pen.translate(-camera.x, -camera.y);
      drawGates(pen, world);
      drawCloud(pen, world);
      drawShots(pen, world, sprites, true);
      drawGems(pen, world, sprites, camera);
      drawEnemies(pen, world, sprites, camera);
      drawPlayer(pen, world, sprites, onlooker.pain);
      drawShots(pen, world, sprites, false);
      particles.draw(pen);
      pen.restore();
      return { camera, pain: onlooker.pain };
    },
    forget: () => onlooker.forget(),
  };
}

function drawSprite(pen: CanvasRenderingContext2D, sprite: Sprite, x: number, y: number): void {
  const { half } = sprite;
  pen.drawImage(sprite.image, x - half, y - half, half * 2, half * 2);
}

function isSeen(camera: Camera, x: number, y: number): boolean {
  const dx = x - camera.x;
  const dy = y - camera.y;
  return dx > -margin && dy > -margin && dx < screen.width + margin && dy < screen.height + margin;
}

function drawGems(pen: CanvasRenderingContext2D, { gems, tick }: World, sprites: Sprites, camera: Camera): void {
  for (let index = 0; index < gems.count; index++) {
    const x = gems.x[index] as number;
    const y = gems.y[index] as number;
    if (!isSeen(camera, x, y)) continue;
    const value = gems.value[index] as number;
    const size = value >= 40 ? 3 : value >= 8 ? 2 : value >= 3 ? 1 : 0;
    drawSprite(pen, sprites.gems[size] as Sprite, x, y + Math.sin((tick + index * 9) / 12) * 2);
  }
}

function drawShots(pen: CanvasRenderingContext2D, { shots }: World, sprites: Sprites, traps: boolean): void {
  for (let index = 0; index < shots.count; index++) {
    const kind = shots.kind[index] as number;
    if ((kind === shotKind.trap) !== traps) continue;
    drawSprite(pen, sprites.shots[kind] as Sprite, shots.x[index] as number, shots.y[index] as number);
  }
}

function drawEnemies(pen: CanvasRenderingContext2D, world: World, sprites: Sprites, camera: Camera): void {
  const { enemies, run, tick } = world;
  let boss = -1;
  for (let index = 0; index < enemies.count; index++) {
    const x = enemies.x[index] as number;
    const y = enemies.y[index] as number;
    if (enemies.id[index] === run.bossId) boss = index;
    else if (isSeen(camera, x, y)) {
      const kind = enemies.kind[index] as number;
      const marked = (enemies.markedUntilTick[index] as number) > tick;
      const hop = Math.abs(Math.sin(tick / 9 + (enemies.id[index] as number))) * 3;
      const shake = kindOf(kind).behaviour === "charge" && enemies.mode[index] === 1 ? (tick % 4 < 2 ? 2 : -2) : 0;
      drawSprite(pen, (marked ? sprites.markedEnemies : sprites.enemies)[kind] as Sprite, x + shake, y - hop);
    }
  }
  if (boss === -1) return;
  const x = enemies.x[boss] as number;
  const y = enemies.y[boss] as number;
  if (enemies.mode[boss] === 1) warn(pen, x, y, tick);
  drawSprite(pen, sprites.enemies[enemies.kind[boss] as number] as Sprite, x, y + Math.sin(tick / 10) * 3);
}

function drawPlayer(pen: CanvasRenderingContext2D, world: World, sprites: Sprites, pain: number): void {
  const { player, weapons, tick } = world;
  if (player.invulnerable) glow(pen, player.x, player.y, 24, "rgba(255,240,140,0.6)");
  if (player.rootedUntilTick > tick) glow(pen, player.x, player.y + 10, 18, "rgba(150,90,30,0.7)");
  if (tick % 2 === 0 || pain < 0.3) {
    drawSprite(pen, sprites.heroes[world.characterId] as Sprite, player.x, player.y + Math.sin(tick / 8) * 1.5);
  }
  const ring = weapons.find((slot) => slot.id === "lollipops");
  if (ring === undefined) return;
  const count = countAt(ring.level) + 1;
  const range = rangeAt("lollipops", ring.level);
  for (let at = 0; at < count; at++) {
    const angle = lollipopAngle(tick, at, count);
    drawSprite(pen, sprites.lollipop, player.x + Math.cos(angle) * range, player.y + Math.sin(angle) * range);
  }
}

function followPlayer(camera: Camera, { player, tick }: World, pain: number): void {
  const shake = pain > 0.25 ? pain * 5 : 0;
  const x = player.x - screen.width / 2 + (tick % 2 === 0 ? shake : -shake);
  const y = player.y - screen.height / 2 + (tick % 4 < 2 ? shake : -shake);
  camera.x = Math.round(Math.min(arena.width - screen.width, Math.max(0, x)));
  camera.y = Math.round(Math.min(arena.height - screen.height, Math.max(0, y)));
}

function drawGates(pen: CanvasRenderingContext2D, { run, tick }: World): void {
  const colours = { locked: "#6b5b73", opening: "#ffb347", unlocked: "#5dff9b" };
  for (const gate of run.gates) {
    const colour = colours[gate.lockState];
    const pulse = gate.lockState === "locked" ? 0 : Math.sin(tick / 10) * 4;
    pen.fillStyle = "rgba(20,10,30,0.55)";
    pen.beginPath();
    pen.arc(gate.x, gate.y, 40 + pulse, 0, Math.PI * 2);
    pen.fill();
    pen.strokeStyle = colour;
    pen.lineWidth = 7;
    pen.stroke();
    pen.fillStyle = colour;
    pen.font = "bold 26px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.fillText(gate.lockState === "unlocked" ? "➤" : "🔒", gate.x, gate.y + 9);
  }
}

function drawCloud(pen: CanvasRenderingContext2D, { player, weapons, tick }: World): void {
  const cloud = weapons.find((slot) => slot.id === "sherbet");
  if (cloud === undefined) return;
  glow(pen, player.x, player.y, rangeAt("sherbet", cloud.level) + Math.sin(tick / 7) * 3, "rgba(255,236,120,0.24)");
}

function glow(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fill();
}

function warn(pen: CanvasRenderingContext2D, x: number, y: number, tick: number): void {
  pen.strokeStyle = tick % 8 < 4 ? "#ff3b6b" : "#ffd84f";
  pen.lineWidth = 5;
  pen.beginPath();
  pen.arc(x, y, 58, 0, Math.PI * 2);
  pen.stroke();
}
