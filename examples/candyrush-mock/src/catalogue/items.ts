// What a level-up can offer: weapons that attack by themselves, treats that raise a number, and a snack when all
// else is exhausted. The descriptions are what cards and agents read.

export const weaponIds = ["gumball", "lollipops", "sherbet", "jawCannon", "sourZap", "toffeeTrap"] as const;
export type WeaponId = (typeof weaponIds)[number];

/** Those that reach far enough to begin with. */
export const startingWeaponIds: readonly WeaponId[] = ["gumball", "jawCannon", "sourZap", "toffeeTrap"];

interface Weapon {
  readonly id: WeaponId;
  readonly name: string;
  readonly description: string;
  readonly cooldownTicks: number;
  readonly damage: number;
  /** px: how far it reaches. */
  readonly range: number;
  readonly colour: string;
}

export const weaponLevelMax = 6;
export const weaponSlotsMax = 4;

export const weapons: Readonly<Record<WeaponId, Weapon>> = {
  gumball: {
    id: "gumball",
    name: "Gumball Popper",
    description: "Shoots gumballs at the nearest enemy.",
    cooldownTicks: 28,
    damage: 14,
    range: 340,
    colour: "#ff7ab0",
  },
  lollipops: {
    id: "lollipops",
    name: "Lollipop Ring",
    description: "Lollipops circle you and bump what they touch.",
    cooldownTicks: 10,
    damage: 6,
    range: 58,
    colour: "#ff9b3d",
  },
  sherbet: {
    id: "sherbet",
    name: "Sherbet Cloud",
    description: "A fizzing cloud stings everything close to you.",
    cooldownTicks: 28,
    damage: 5,
    range: 92,
    colour: "#f6e05e",
  },
  jawCannon: {
    id: "jawCannon",
    name: "Jaw Cannon",
    description: "A heavy shot that rolls through a whole row.",
    cooldownTicks: 70,
    damage: 28,
    range: 420,
    colour: "#8f7bff",
  },
  sourZap: {
    id: "sourZap",
    name: "Sour Zap",
    description: "Sour lightning strikes random enemies nearby.",
    cooldownTicks: 40,
    damage: 14,
    range: 300,
    colour: "#b6f04a",
  },
  toffeeTrap: {
    id: "toffeeTrap",
    name: "Toffee Trap",
    description: "Drops sticky traps that burst under an enemy.",
    cooldownTicks: 75,
    damage: 26,
    range: 84,
    colour: "#c98238",
  },
};

export const treatIds = ["sugarBoots", "thickIcing", "popRocks", "sourPower", "magnetMint", "honeyHeart"] as const;
export type TreatId = (typeof treatIds)[number];

interface Treat {
  readonly id: TreatId;
  readonly name: string;
  readonly description: string;
}

export const treatLevelMax = 5;

export const treats: Readonly<Record<TreatId, Treat>> = {
  sugarBoots: { id: "sugarBoots", name: "Sugar Boots", description: "Walk 6 % faster." },
  thickIcing: { id: "thickIcing", name: "Thick Icing", description: "20 more health, and each hit hurts 1 less." },
  popRocks: { id: "popRocks", name: "Pop Rocks", description: "Weapons recharge 8 % faster." },
  sourPower: { id: "sourPower", name: "Sour Power", description: "Deal 15 % more damage." },
  magnetMint: { id: "magnetMint", name: "Magnet Mint", description: "Collect gems from 30 % farther away." },
  honeyHeart: { id: "honeyHeart", name: "Honey Heart", description: "Heal 0.6 health a second." },
};

export const snackId = "snack";
export const snackHealFraction = 0.3;

export type ItemId = WeaponId | TreatId | typeof snackId;

export function isWeaponId(id: string): id is WeaponId {
  return Object.hasOwn(weapons, id);
}

export function isTreatId(id: string): id is TreatId {
  return Object.hasOwn(treats, id);
}
