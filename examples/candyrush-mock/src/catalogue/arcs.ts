// The arcs: stages of segments, each with an archetype (what its quota counts), a quota and a pool of enemies.
// A stage may hold several segments; each gate of the stage before leads to one of them.

export type Archetype = "hunt" | "gather" | "endure" | "boss";

interface PoolEntry {
  readonly type: string;
  readonly weight: number;
}

interface Segment {
  readonly name: string;
  readonly archetype: Archetype;
  /** Kills, gems or ticks, as the archetype says. */
  readonly quota: number;
  readonly pool: readonly PoolEntry[];
}

interface Arc {
  readonly id: number;
  readonly name: string;
  readonly tagline: string;
  /** Scales how many enemies come. */
  readonly danger: number;
  readonly stages: readonly (readonly Segment[])[];
  readonly ground: string;
  readonly groundAlt: string;
  readonly wall: string;
}

const beans = { type: "jellybean", weight: 3 };
const drops = { type: "gumdrop", weight: 5 };
const jaws = { type: "jawbreaker", weight: 1 };
const bats = { type: "liquoriceBat", weight: 2 };
const spitters = { type: "spitter", weight: 1 };
const slugs = { type: "toffeeSlug", weight: 1 };

const boss = (name: string): readonly Segment[] => [
  { name, archetype: "boss", quota: 1, pool: [drops, beans, bats, jaws, spitters] },
];

export const arcs: readonly Arc[] = [
  {
    id: 0,
    name: "Sugar Meadows",
    tagline: "Rolling fields, friendly hills, hungry sweets.",
    danger: 1,
    stages: [
      [{ name: "First Field", archetype: "hunt", quota: 80, pool: [drops, beans] }],
      [
        { name: "Gem Orchard", archetype: "gather", quota: 120, pool: [drops, beans, bats] },
        { name: "Toffee Bog", archetype: "endure", quota: 2400, pool: [drops, slugs, beans] },
      ],
      [
        { name: "Rattling Hill", archetype: "hunt", quota: 260, pool: [drops, beans, jaws, bats] },
        { name: "Mint Range", archetype: "endure", quota: 2700, pool: [drops, beans, spitters, jaws] },
      ],
      boss("The King's Table"),
    ],
    ground: "#bfe3a1",
    groundAlt: "#b3da94",
    wall: "#8a5a3c",
  },
  {
    id: 1,
    name: "Liquorice Mines",
    tagline: "Dark, sticky, and full of wings.",
    danger: 1.2,
    stages: [
      [{ name: "Pit Head", archetype: "hunt", quota: 100, pool: [beans, bats, drops] }],
      [
        { name: "Toffee Seam", archetype: "gather", quota: 150, pool: [slugs, bats, drops] },
        { name: "The Long Shaft", archetype: "endure", quota: 2400, pool: [bats, beans, jaws] },
      ],
      [{ name: "Jaw Gallery", archetype: "hunt", quota: 280, pool: [jaws, drops, bats, slugs] }],
      boss("The King's Vault"),
    ],
    ground: "#57496b",
    groundAlt: "#4f4263",
    wall: "#2a2138",
  },
  {
    id: 2,
    name: "Frosting Peaks",
    tagline: "Thin air, thick icing, sharp peppermint.",
    danger: 1.35,
    stages: [
      [{ name: "Base Camp", archetype: "endure", quota: 1800, pool: [drops, beans, spitters] }],
      [
        { name: "Icing Ledge", archetype: "hunt", quota: 220, pool: [drops, spitters, jaws, beans] },
        { name: "Wafer Bridge", archetype: "gather", quota: 170, pool: [beans, bats, spitters] },
      ],
      [{ name: "Sugar Storm", archetype: "endure", quota: 2700, pool: [beans, drops, jaws, spitters, bats] }],
      boss("The King's Summit"),
    ],
    ground: "#dfeefc",
    groundAlt: "#d2e5f7",
    wall: "#7d94b8",
  },
];

export function arcOf(id: number): Arc {
  const arc = arcs[id];
  if (arc === undefined) throw new RangeError(`no arc ${id}`);
  return arc;
}

export function segmentOf(arcId: number, stage: number, variant: number): Segment {
  const segment = arcOf(arcId).stages[stage]?.[variant];
  if (segment === undefined) throw new RangeError(`no segment ${stage}/${variant} in arc ${arcId}`);
  return segment;
}
