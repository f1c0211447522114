// The panels over the picture: main menu, loading, choices, pause and result. They are rebuilt only when what they
// show changes, and tell the page what a person wants; they decide nothing themselves.

import type { Choice, Phase } from "@tickbridge/bridge";
import { arcs } from "../catalogue/arcs.js";
import { characters } from "../catalogue/characters.js";
import type { StartOptions } from "../game.js";
import type { Result } from "../world.js";

interface PanelActions {
  play(options: StartOptions): void;
  choose(action: string, index?: number): void;
  resume(): void;
  toMenu(): void;
}

interface PanelFacts {
  readonly phase: Phase;
  readonly choice: Choice | undefined;
  readonly queued: number;
  readonly paused: boolean;
  readonly menuWanted: boolean;
  readonly result: Result | null;
}

interface Panels {
  show(facts: PanelFacts): void;
}

export function createPanels(root: HTMLElement, actions: PanelActions): Panels {
  const picked = { characterId: 0, arcId: 0 };
  let shown = "";
  const again = (): void => {
    shown = "";
  };
  return {
    show(facts) {
      const key = keyOf(facts);
      if (key === shown) return;
      shown = key;
      root.replaceChildren(...panelOf(facts, picked, actions, again));
    },
  };
}

function keyOf({ phase, choice, paused, menuWanted, queued }: PanelFacts): string {
  if (phase === "menu" || menuWanted) return "menu";
  return `${phase} ${phase === "running" ? `${choice?.id ?? ""} ${queued} ${paused}` : ""}`;
}

function panelOf(
  facts: PanelFacts,
  picked: { characterId: number; arcId: number },
  actions: PanelActions,
  again: () => void,
): HTMLElement[] {
  const { phase, choice, paused, menuWanted, result, queued } = facts;
  if (phase === "menu" || menuWanted) return [menuPanel(picked, actions, again)];
  if (phase === "loading") return [element("div", "panel small", element("h2", "", "Stirring the sugar…"))];
  if (phase === "over" && result !== null) return [resultPanel(result, picked, actions)];
  if (paused) return [pausePanel(actions)];
  return choice === undefined ? [] : [choicePanel(choice, queued, actions)];
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

function button(text: string, className: string, onClick: () => void): HTMLElement {
  const made = element("button", className, text);
  made.addEventListener("click", onClick);
  return made;
}

interface Tile {
  readonly id: number;
  readonly name: string;
  readonly tagline: string;
}

function tiles(
  list: readonly Tile[],
  chosen: number,
  colourOf: (id: number) => string,
  onPick: (id: number) => void,
): HTMLElement {
  return element(
    "div",
    "tiles",
    ...list.map(({ id, name, tagline }) => {
      const tile = element("button", id === chosen ? "tile chosen" : "tile");
      const drop = element("span", "drop");
      drop.style.background = colourOf(id);
      tile.append(drop, element("strong", "", name), element("small", "", tagline));
      tile.addEventListener("click", () => onPick(id));
      return tile;
    }),
  );
}

function menuPanel(
  picked: { characterId: number; arcId: number },
  actions: PanelActions,
  again: () => void,
): HTMLElement {
  const pick = (change: Partial<typeof picked>): void => {
    Object.assign(picked, change);
    again();
  };
  const play = button("Play", "play", () => actions.play({ ...picked }));
  play.id = "play";
  return element(
    "div",
    "panel menu",
    element("h1", "", "Candy Rush"),
    element("p", "hint", "Move with the arrow keys, WASD or a pad. You attack by yourself."),
    tiles(
      characters,
      picked.characterId,
      (id) => characters[id]?.colour ?? "",
      (characterId) => pick({ characterId }),
    ),
    tiles(
      arcs,
      picked.arcId,
      (id) => arcs[id]?.ground ?? "",
      (arcId) => pick({ arcId }),
    ),
    play,
  );
}

function choicePanel(choice: Choice, queued: number, actions: PanelActions): HTMLElement {
  const starting = choice.kind === "startingWeapon";
  const can = (action: string): boolean => choice.actions.includes(action);
  const charges = (action: string): number => choice.charges?.[action] ?? 0;
  const cards = choice.options.map((option, index) => {
    const { name, description, nextLevel, kind } = option as {
      readonly name: string;
      readonly description: string;
      readonly nextLevel?: number;
      readonly kind: string;
    };
    const level = nextLevel === undefined ? "" : nextLevel === 1 ? "new!" : `level ${nextLevel}`;
    const card = element(
      "button",
      `card ${kind}`,
      element("em", "", `${index + 1} · ${kind}`),
      element("strong", "", name),
    );
    card.append(element("small", "", description), element("span", "level", level));
    card.addEventListener("click", () => actions.choose("Pick", index));
    const column = element("div", "column", card);
    if (can("Banish") && charges("Banish") > 0) {
      column.append(button(`Banish (${charges("Banish")})`, "minor", () => actions.choose("Banish", index)));
    }
    return column;
  });
  const row = element("div", "row");
  if (can("Reroll") && charges("Reroll") > 0) {
    row.append(button(`Reroll (${charges("Reroll")})`, "minor", () => actions.choose("Reroll")));
  }
  if (can("Skip")) row.append(button("Skip and heal", "minor", () => actions.choose("Skip")));
  const more = queued > 0 ? ` (${queued} more)` : "";
  const title = starting ? "Choose your first weapon" : `Level up!${more}`;
  return element("div", "panel", element("h2", "", title), element("div", "cards", ...cards), row);
}

function pausePanel(actions: PanelActions): HTMLElement {
  return element(
    "div",
    "panel small",
    element("h2", "", "Paused"),
    button("Go on", "play", actions.resume),
    button("Main menu", "minor", actions.toMenu),
  );
}

function resultPanel(result: Result, picked: StartOptions, actions: PanelActions): HTMLElement {
  const won = result.outcome === "victory";
  const facts = [
    `${Math.floor(result.ticks / 60)} seconds`,
    `${result.kills} sweets beaten`,
    `level ${result.level}`,
    `segment ${result.segmentIndex + 1}`,
  ].join(" · ");
  return element(
    "div",
    "panel small",
    element("h2", "", won ? "Sweet victory!" : "Eaten by sweets"),
    element("div", "stars", "★".repeat(result.stars) + "☆".repeat(3 - result.stars)),
    element("p", "score", String(result.score)),
    element("p", "hint", facts),
    button("Play again", "play", () => actions.play({ ...picked })),
    button("Main menu", "minor", actions.toMenu),
  );
}
