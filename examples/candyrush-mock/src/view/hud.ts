// What a player reads while playing: health, experience, quota, abilities, weapons, the boss and where the gates are.

import { segmentOf } from "../catalogue/arcs.js";
import { abilities } from "../catalogue/characters.js";
import { kindOf } from "../catalogue/enemies.js";
import { weapons } from "../catalogue/items.js";
import { indexOfEnemy } from "../systems/enemy-table.js";
import { arena, type World } from "../world.js";
import { type Camera, screen } from "./scene.js";

const quotaNouns = { hunt: "sweets beaten", gather: "gems gathered", endure: "endured", boss: "Gateau King" } as const;

export function drawHud(pen: CanvasRenderingContext2D, world: World, camera: Camera, pain: number): void {
  if (pain > 0.02) drawPain(pen, pain);
  drawGateArrows(pen, world, camera);
  drawExperience(pen, world);
  drawHealth(pen, world, camera);
  drawQuota(pen, world);
  drawLoadout(pen, world);
  drawBossBar(pen, world);
  drawMap(pen, world);
}

function bar(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  part: number,
  colour: string,
): void {
  pen.fillStyle = "rgba(25,12,30,0.72)";
  pen.fillRect(x - 2, y - 2, width + 4, height + 4);
  pen.fillStyle = colour;
  pen.fillRect(x, y, width * Math.min(1, Math.max(0, part)), height);
}

function label(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  align: CanvasTextAlign,
): void {
  pen.font = `800 ${size}px system-ui, sans-serif`;
  pen.textAlign = align;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = "rgba(35,12,40,0.85)";
  pen.strokeText(text, x, y);
  pen.fillStyle = "#fff";
  pen.fillText(text, x, y);
}

function drawPain(pen: CanvasRenderingContext2D, pain: number): void {
  pen.strokeStyle = `rgba(255,30,70,${Math.min(0.6, pain * 0.7)})`;
  pen.lineWidth = 36;
  pen.strokeRect(0, 0, screen.width, screen.height);
}

function drawExperience(pen: CanvasRenderingContext2D, { player, tick }: World): void {
  bar(pen, 8, 8, screen.width - 16, 10, player.xp / player.xpToNext, "#4fd6ff");
  label(pen, `Level ${player.level}`, 12, 40, 18, "left");
  label(pen, clock(tick), screen.width / 2, 44, 24, "center");
  label(pen, `${player.kills} beaten`, screen.width - 12, 40, 18, "right");
}

function clock(ticks: number): string {
  const seconds = Math.floor(ticks / 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function drawHealth(pen: CanvasRenderingContext2D, { player }: World, camera: Camera): void {
  const part = player.hp / player.maxHp;
  const colour = part > 0.5 ? "#59e07b" : part > 0.25 ? "#ffc53d" : "#ff4d6d";
  bar(pen, player.x - camera.x - 22, player.y - camera.y + 24, 44, 5, part, colour);
  bar(pen, 12, screen.height - 26, 200, 14, part, colour);
  label(pen, `${Math.ceil(player.hp)} / ${player.maxHp}`, 112, screen.height - 14, 13, "center");
}

function drawQuota(pen: CanvasRenderingContext2D, { arcId, run }: World): void {
  const segment = segmentOf(arcId, run.stage, run.variant);
  const scale = segment.archetype === "endure" ? 60 : 1;
  const progress = Math.floor(run.quotaProgress / scale);
  const target = Math.floor(run.quotaTarget / scale);
  const open = run.gates.some((gate) => gate.lockState === "unlocked");
  const goal = `${progress} / ${target}${scale === 60 ? " s" : ""} ${quotaNouns[segment.archetype]}`;
  label(pen, segment.name, screen.width / 2, 66, 14, "center");
  label(pen, open ? "The gates are open: follow the arrows!" : goal, screen.width / 2, 84, 14, "center");
}

function drawLoadout(pen: CanvasRenderingContext2D, world: World): void {
  world.abilities.forEach(({ name, readyTick }, at) => {
    const ability = abilities[name];
    const x = 12 + at * 104;
    const y = screen.height - 54;
    bar(
      pen,
      x,
      y,
      94,
      14,
      1 - (readyTick - world.tick) / ability.cooldownTicks,
      readyTick <= world.tick ? "#b48cff" : "#7356a8",
    );
    label(pen, ability.title, x + 47, y + 11, 11, "center");
  });
  world.weapons.forEach(({ id, level }, at) => {
    const x = 26 + at * 34;
    const y = screen.height - 82;
    pen.fillStyle = weapons[id].colour;
    pen.beginPath();
    pen.arc(x, y, 13, 0, Math.PI * 2);
    pen.fill();
    label(pen, String(level), x, y + 5, 13, "center");
  });
}

function drawBossBar(pen: CanvasRenderingContext2D, { enemies, run }: World): void {
  if (run.bossId === 0) return;
  const index = indexOfEnemy(enemies, run.bossId);
  if (index === -1) return;
  bar(pen, 260, screen.height - 34, 440, 16, (enemies.hp[index] as number) / run.bossMaxHp, "#ff3b6b");
  label(pen, kindOf(enemies.kind[index] as number).title, screen.width / 2, screen.height - 21, 14, "center");
}

function drawGateArrows(pen: CanvasRenderingContext2D, { run, player, tick }: World, camera: Camera): void {
  for (const gate of run.gates) {
    if (gate.lockState !== "unlocked") continue;
    const angle = Math.atan2(gate.y - player.y, gate.x - player.x);
    const reach = 92 + Math.sin(tick / 9) * 6;
    pen.save();
    pen.translate(player.x - camera.x + Math.cos(angle) * reach, player.y - camera.y + Math.sin(angle) * reach);
    pen.rotate(angle);
    pen.fillStyle = "#5dff9b";
    pen.strokeStyle = "rgba(10,50,30,0.9)";
    pen.lineWidth = 3;
    pen.beginPath();
    pen.moveTo(16, 0);
    pen.lineTo(-10, -12);
    pen.lineTo(-4, 0);
    pen.lineTo(-10, 12);
    pen.closePath();
    pen.stroke();
    pen.fill();
    pen.restore();
  }
}

const map = { width: 128, height: 96 } as const;

function drawMap(pen: CanvasRenderingContext2D, { player, enemies, run, obstacles }: World): void {
  const left = screen.width - map.width - 12;
  const top = screen.height - map.height - 12;
  const scale = map.width / arena.width;
  pen.fillStyle = "rgba(25,12,30,0.6)";
  pen.fillRect(left, top, map.width, map.height);
  pen.fillStyle = "rgba(255,255,255,0.35)";
  for (let at = 0; at + 3 < obstacles.length; at += 4) {
    const [column = 0, row = 0, width = 0, height = 0] = obstacles.subarray(at, at + 4);
    const cell = arena.cell * scale;
    pen.fillRect(left + column * cell, top + row * cell, width * cell, height * cell);
  }
  pen.fillStyle = "#ff6b8b";
  for (let index = 0; index < enemies.count; index++) {
    const size = enemies.id[index] === run.bossId ? 6 : 1.5;
    pen.fillRect(left + (enemies.x[index] as number) * scale, top + (enemies.y[index] as number) * scale, size, size);
  }
  for (const gate of run.gates) {
    pen.fillStyle = gate.lockState === "unlocked" ? "#5dff9b" : "#b9a7c7";
    pen.fillRect(left + gate.x * scale - 3, top + gate.y * scale - 3, 6, 6);
  }
  pen.fillStyle = "#fff";
  pen.fillRect(left + player.x * scale - 2, top + player.y * scale - 2, 4, 4);
}
