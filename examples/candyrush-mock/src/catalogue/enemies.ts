// The kinds of enemy. A kind's place in the list is the number kept in the state, so append, never reorder.

type Behaviour = "chase" | "weave" | "charge" | "circle" | "spit" | "stick" | "boss";

export interface EnemyKind {
  readonly type: string;
  readonly title: string;
  readonly behaviour: Behaviour;
  /** px. */
  readonly radius: number;
  /** px per tick. */
  readonly speed: number;
  /** At tick 0; it grows with the run. */
  readonly hp: number;
  readonly contactDamage: number;
  readonly contactCooldownTicks: number;
  readonly gemValue: number;
  readonly colour: string;
}

export const enemyKinds: readonly EnemyKind[] = [
  {
    type: "gumdrop",
    title: "Gumdrop",
    behaviour: "chase",
    radius: 13,
    speed: 1.15,
    hp: 12,
    contactDamage: 4,
    contactCooldownTicks: 50,
    gemValue: 1,
    colour: "#e8467c",
  },
  {
    type: "jellybean",
    title: "Jelly Bean",
    behaviour: "weave",
    radius: 10,
    speed: 1.75,
    hp: 6,
    contactDamage: 2,
    contactCooldownTicks: 45,
    gemValue: 1,
    colour: "#58c94c",
  },
  {
    type: "jawbreaker",
    title: "Jawbreaker",
    behaviour: "charge",
    radius: 17,
    speed: 0.95,
    hp: 45,
    contactDamage: 9,
    contactCooldownTicks: 60,
    gemValue: 5,
    colour: "#7a6cf0",
  },
  {
    type: "liquoriceBat",
    title: "Liquorice Bat",
    behaviour: "circle",
    radius: 11,
    speed: 2.0,
    hp: 14,
    contactDamage: 4,
    contactCooldownTicks: 50,
    gemValue: 2,
    colour: "#40364f",
  },
  {
    type: "spitter",
    title: "Peppermint Spitter",
    behaviour: "spit",
    radius: 13,
    speed: 1.1,
    hp: 20,
    contactDamage: 3,
    contactCooldownTicks: 50,
    gemValue: 3,
    colour: "#f4f1ff",
  },
  {
    type: "toffeeSlug",
    title: "Toffee Slug",
    behaviour: "stick",
    radius: 16,
    speed: 0.75,
    hp: 55,
    contactDamage: 5,
    contactCooldownTicks: 90,
    gemValue: 4,
    colour: "#c98238",
  },
  {
    type: "gateauKing",
    title: "The Gateau King",
    behaviour: "boss",
    radius: 44,
    speed: 1.1,
    hp: 1300,
    contactDamage: 14,
    contactCooldownTicks: 60,
    gemValue: 160,
    colour: "#d02f5f",
  },
];

export const bossKind = enemyKinds.findIndex((kind) => kind.behaviour === "boss");

/** The radius that neighbour queries allow for; bosses are looked at one by one. */
export const largestCrowdRadius = 17;

export function kindOf(index: number): EnemyKind {
  return enemyKinds[index] as EnemyKind;
}

export function kindIndexOf(type: string): number {
  return enemyKinds.findIndex((kind) => kind.type === type);
}
