// What the build plugins are told, and which files that means.

import { isAbsolute, relative, resolve, sep } from "node:path";

/** The options of both plugins. */
export interface BuildOptions {
  /**
   * The sources of the simulation: folders and files, relative to the root of the build (esbuild's
   * `absWorkingDir`, Vite's `root`), or a predicate on
   * absolute paths with slashes. A folder does not mean what lies in a `node_modules` below it.
   */
  readonly include: readonly string[] | ((path: string) => boolean);
  /**
   * - `report`: warns of every use.
   * - `error`: fails the build on any.
   * - `replace`: puts the SDK's functions in the place of native maths and `**`, fails on a use of these that it cannot
   *   replace, and warns of clocks and random numbers.
   */
  readonly mode: "report" | "error" | "replace";
}

const sourcePattern = /\.[cm]?[jt]sx?$/;

/** Tells whether the file at an absolute path is one of the simulation's sources, in a build with this root. */
export function selector({ include }: Pick<BuildOptions, "include">, root: string): (path: string) => boolean {
  const isIncluded = typeof include === "function" ? include : insideOf(include.map((path) => resolve(root, path)));
  return (path) => sourcePattern.test(path) && !/\.d\.[cm]?ts$/.test(path) && isIncluded(path.split(sep).join("/"));
}

function insideOf(places: readonly string[]): (path: string) => boolean {
  return (path) =>
    places.some((place) => {
      const below = relative(place, path);
      return !below.startsWith("..") && !isAbsolute(below) && !below.split(sep).includes("node_modules");
    });
}
