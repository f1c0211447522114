// The playable characters: their numbers at level 1 and the abilities that fire by themselves.

export type AbilityName = "nova" | "mark" | "mend";

interface Ability {
  readonly name: AbilityName;
  readonly title: string;
  readonly cooldownTicks: number;
}

export const abilities: Readonly<Record<AbilityName, Ability>> = {
  nova: { name: "nova", title: "Fizz Nova", cooldownTicks: 420 },
  mark: { name: "mark", title: "Sour Mark", cooldownTicks: 300 },
  mend: { name: "mend", title: "Honey Mend", cooldownTicks: 900 },
};

interface Character {
  readonly id: number;
  readonly name: string;
  readonly tagline: string;
  readonly colour: string;
  readonly maxHp: number;
  /** px per tick. */
  readonly speed: number;
  /** px. */
  readonly magnetRadius: number;
  readonly damageFactor: number;
  readonly rerollCharges: number;
  readonly banishCharges: number;
  readonly abilities: readonly AbilityName[];
}

export const characters: readonly Character[] = [
  {
    id: 0,
    name: "Pip",
    tagline: "A brave peppermint. Good at everything.",
    colour: "#ff5d8f",
    maxHp: 120,
    speed: 2.5,
    magnetRadius: 135,
    damageFactor: 1,
    rerollCharges: 3,
    banishCharges: 2,
    abilities: ["nova", "mark"],
  },
  {
    id: 1,
    name: "Molly Molasses",
    tagline: "Slow, sticky and very hard to finish.",
    colour: "#b5733a",
    maxHp: 180,
    speed: 2.1,
    magnetRadius: 125,
    damageFactor: 1.1,
    rerollCharges: 2,
    banishCharges: 2,
    abilities: ["nova", "mend"],
  },
  {
    id: 2,
    name: "Fizz",
    tagline: "Quick as a shaken can, and as fragile.",
    colour: "#3fb8ff",
    maxHp: 85,
    speed: 3.0,
    magnetRadius: 130,
    damageFactor: 1.15,
    rerollCharges: 3,
    banishCharges: 1,
    abilities: ["nova", "mark"],
  },
  {
    id: 3,
    name: "Nougat",
    tagline: "Lucky. Sweets roll to her from afar.",
    colour: "#f2b632",
    maxHp: 110,
    speed: 2.4,
    magnetRadius: 190,
    damageFactor: 0.95,
    rerollCharges: 5,
    banishCharges: 4,
    abilities: ["mark", "mend"],
  },
];

export function characterOf(id: number): Character {
  const character = characters[id];
  if (character === undefined) throw new RangeError(`no character ${id}`);
  return character;
}
