// What is wrong with a game object, found when a session begins and told to the game's author.

/** The game object does not keep the port's contract. `path` names the part. */
export class RegistrationError extends Error {
  override readonly name = "RegistrationError";
  readonly code = "BAD_GAME";
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`game.${path}: ${problem} (docs/embedding.md)`);
    this.path = path;
  }
}
