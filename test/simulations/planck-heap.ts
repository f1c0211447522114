// planck, a port of Box2D, behind the port. Its Serializer gives bodies back in another order and leaves out contacts, so
// that a restored world is another one.

import { defineGame, drawFloat, randomStream } from "@tickbridge/bridge";
import { Box, Circle, Edge, Serializer, Vec2, World } from "planck";

export type Kind = "as the library saves" | "by bodies in order" | "hashed only";

/** Bodies that fall onto a floor; the input pushes the newest. `kind` says how its world is kept. */
export function createHeap(kind: Kind) {
  let world: World | undefined;
  const live = () => {
    if (world === undefined) throw new Error("no run");
    return world;
  };
  const keeps: { readonly [name in Kind]: object } = {
    "as the library saves": {
      save: () => ({ world: structuredClone(Serializer.toJson(live())) }),
      load({ world: saved }: { world: ReturnType<typeof Serializer.toJson> }) {
        world = Serializer.fromJson(saved);
      },
    },
    "by bodies in order": {
      save: () => ({ bodies: bodiesOf(live()) }),
      load({ bodies }: { bodies: ReturnType<typeof bodiesOf> }) {
        world = newWorld(bodies);
      },
    },
    "hashed only": { save: () => ({ bodies: bodiesOf(live()) }) },
  };
  return defineGame({
    id: "planck-heap",
    build: `planck ${kind}`,
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
      const stream = randomStream(seed);
      world = newWorld(
        Array.from({ length: 16 }, (_, index) => ({
          x: drawFloat(stream),
          y: 1 + 1.1 * index,
          angle: 0,
          vx: 0,
          vy: 0,
        })).reverse(),
        kind === "as the library saves",
      );
    },
    tick({ push }: { push: number }) {
      const body = live().getBodyList();
      body?.applyLinearImpulse(Vec2(push, 0), body.getWorldCenter(), true);
      live().step(1 / 60);
    },
    phase: () => (world === undefined ? "menu" : "running"),
    snapshot: () => (world === undefined ? {} : { player: bodiesOf(world)[0] }),
    ...keeps[kind],
  });
}

interface Place {
  x: number;
  y: number;
  angle: number;
  vx: number;
  vy: number;
}

/** Newest first, as planck lists them; `places` too. Bodies that do not turn come back with the very numbers that were saved. */
function newWorld(places: readonly Place[], turn = false): World {
  const world = new World({ gravity: Vec2(0, -10) });
  world.createBody().createFixture({ shape: new Edge(Vec2(-40, 0), Vec2(40, 0)) });
  for (const [index, { x, y, angle, vx, vy }] of [...places].reverse().entries()) {
    const body = world.createDynamicBody({
      position: Vec2(x, y),
      angle,
      linearVelocity: Vec2(vx, vy),
      fixedRotation: !turn,
    });
    body.createFixture({ shape: index % 2 === 0 ? new Box(0.4, 0.4) : new Circle(0.5), density: 1, friction: 0.3 });
  }
  return world;
}

function bodiesOf(world: World): Place[] {
  const places: Place[] = [];
  for (let body = world.getBodyList(); body !== null; body = body.getNext()) {
    if (!body.isDynamic()) continue;
    const { x, y } = body.getPosition();
    const velocity = body.getLinearVelocity();
    places.push({ x, y, angle: body.getAngle(), vx: velocity.x, vy: velocity.y });
  }
  return places;
}
