// Matter.js behind the port. Its world is a net of live objects that nobody can put back: `save` gives what is hashed and there is no
// `load`. Its counters stand in the module, and its maths is the engine's.

import { defineGame, drawFloat, randomStream } from "@tickbridge/bridge";
import Matter from "matter-js";

const { Bodies, Body, Common, Composite, Engine } = Matter;

/** What Matter counts in its modules, whichever engine is in use. Its types do not tell of it. */
const counters = [
  [Common, "_nextId", 0],
  [Common, "_seed", 0],
  [Body, "_nextCollidingGroupId", 1],
  [Body, "_nextNonCollidingGroupId", -1],
  [Body, "_nextCategory", 1],
] as const;

function resetCounters(): void {
  for (const [module, name, first] of counters) (module as unknown as Record<string, number>)[name] = first;
}

/** Boxes that fall onto a floor; the input pushes the first. `leaky` leaves the counters as the run before left them. */
export function createBoxes({ leaky = false } = {}) {
  let engine: Matter.Engine | undefined;
  const live = () => {
    if (engine === undefined) throw new Error("no run");
    return engine;
  };
  return defineGame({
    id: "matter-boxes",
    build: "matter-0.20",
    ticksPerSecond: 60,
    input: {
      jsonSchema: {
        type: "object",
        properties: { push: { type: "number", minimum: -1, maximum: 1 } },
        required: ["push"],
      },
    },
    neutralInput: { push: 0 },
    start(seed: number) {
      if (!leaky) resetCounters();
      const stream = randomStream(seed);
      engine = Engine.create();
      const boxes = Array.from({ length: 16 }, (_, index) =>
        Bodies.rectangle(200 + 80 * drawFloat(stream), 300 - 30 * index, 24, 24, { restitution: 0.3 }),
      );
      Composite.add(engine.world, [...boxes, Bodies.rectangle(200, 400, 2000, 40, { isStatic: true })]);
    },
    tick({ push }: { push: number }) {
      const [player] = live().world.bodies;
      if (player !== undefined) Body.applyForce(player, player.position, { x: push / 1000, y: 0 });
      Engine.update(live(), 1000 / 60);
    },
    phase: () => (engine === undefined ? "menu" : "running"),
    snapshot: () => (engine === undefined ? {} : { player: { ...live().world.bodies[0]?.position } }),
    save: () => hashedPart(live()),
  });
}

/** What decides the next step: bodies, and the contacts from which the solver starts warm. */
function hashedPart({ world, pairs, timing }: Matter.Engine) {
  return {
    counters: counters.map(([module, name]) => (module as unknown as Record<string, number>)[name]),
    timestamp: timing.timestamp,
    bodies: world.bodies.map((body) => {
      const { id, position, positionPrev, angle, anglePrev, velocity, angularVelocity, motion, isSleeping } =
        body as Matter.Body & { positionPrev: Matter.Vector; anglePrev: number };
      return {
        id,
        angle,
        anglePrev,
        angularVelocity,
        motion,
        isSleeping,
        position: { ...position },
        positionPrev: { ...positionPrev },
        velocity: { ...velocity },
        corners: body.vertices.map(({ x, y }) => [x, y]),
      };
    }),
    contacts: (pairs.list as Matter.Pair[]).map(({ id, isActive, contacts }) => ({
      id,
      isActive,
      impulses: contacts.map((contact) => {
        const { normalImpulse, tangentImpulse } = contact as unknown as Record<string, number>;
        return [normalImpulse, tangentImpulse];
      }),
    })),
  };
}
