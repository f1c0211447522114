// The build plugins in real builds of esbuild and of Vite: the same game, each mode, and what comes out is run.

import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire, SourceMap } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { cos, pow } from "@tickbridge/bridge/math";
import { type BuildOptions, esbuildPlugin, vitePlugin } from "@tickbridge/driver/build";
import { build as esbuild, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ViteUserConfig } from "vitest/config";
import { inRepository, temporaryFolder } from "../docs/page-support.js";

const world = `import { speed } from "./speed.js";

export interface World { readonly x: number; readonly angle: number }

export function turn(world: World, by: number): World {
  const angle = world.angle + by;
  return { x: world.x + Math.cos(angle) * speed ** 2.5, angle };
}

export function fail(): never { throw new Error(\`at \${Math.cos(0)}\`); }
`;
const files = {
  "game/world.ts": world,
  "game/speed.js": "export const speed = Math.sqrt(1.21) * Math.pow(1.1, 1.7);\n",
  "game/node_modules/other/index.js": "export const other = Math.exp(1);\n",
  "game/node_modules/other/package.json": '{ "name": "other", "type": "module", "main": "index.js" }',
  "view.ts": "export const shade = (x: number) => Math.sin(x);\n",
  "main.ts": `import { other } from "./game/node_modules/other/index.js";
import { fail, turn } from "./game/world.js";
import { shade } from "./view.js";
export const result = [turn({ x: 1, angle: 0.3 }, 0.2).x, other, shade(1)];
export { fail };
`,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let built = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  await symlink(inRepository("node_modules"), join(folder.path, "node_modules"));
  await mkdir(join(folder.path, "game/node_modules/other"), { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder.path, path), text);
});
afterAll(() => folder.remove());

interface Built {
  readonly code: string;
  readonly map: string;
  readonly warnings: string;
  /** What the bundle exports, run. */
  readonly exports: { readonly result: readonly number[]; fail(): never };
}

/** Builds the game, and throws an `Error` whose message has what the build says. */
type Builder = (options: BuildOptions) => Promise<Built>;

async function withEsbuild(options: BuildOptions): Promise<Built> {
  const plugin: Plugin = esbuildPlugin(options);
  const outfile = join(folder.path, `esbuild-${++built}.mjs`);
  const { warnings } = await esbuild({
    entryPoints: [join(folder.path, "main.ts")],
    absWorkingDir: folder.path,
    bundle: true,
    format: "esm",
    sourcemap: true,
    logLevel: "silent",
    outfile,
    plugins: [plugin],
  });
  const lines = warnings.map(
    ({ text, location }) =>
      `${location?.file}:${location?.line}:${(location?.column ?? 0) + 1}: ${text}\n${location?.lineText}`,
  );
  return load(outfile, lines.join("\n"));
}

async function withVite(options: BuildOptions): Promise<Built> {
  const warnings: string[] = [];
  built++;
  const config: ViteUserConfig = {
    root: folder.path,
    logLevel: "silent",
    plugins: [vitePlugin(options)],
    build: {
      lib: { entry: join(folder.path, "main.ts"), formats: ["es"], fileName: () => `vite-${built}.js` },
      outDir: join(folder.path, "vite"),
      emptyOutDir: false,
      sourcemap: true,
      minify: false,
      rollupOptions: { onwarn: ({ message }) => warnings.push(message) },
    },
  };
  // vitest brings Vite with it.
  const entry = createRequire(createRequire(import.meta.url).resolve("vitest/package.json")).resolve("vite");
  const vite = (await import(pathToFileURL(entry).href)) as { build(options: object): Promise<unknown> };
  await vite.build({ ...config, configFile: false });
  return load(join(folder.path, "vite", `vite-${built}.js`), warnings.join("\n"));
}

async function load(path: string, warnings: string): Promise<Built> {
  const code = await readFile(path, "utf8");
  const map = await readFile(`${path}.map`, "utf8");
  // As a module, whatever the ending of the file.
  const copy = join(folder.path, `run-${built}.mjs`);
  await writeFile(copy, code.replace(/^\/\/# sourceMappingURL.*$/m, ""));
  return { code, map, warnings, exports: (await import(pathToFileURL(copy).href)) as Built["exports"] };
}

const game = () => [join(folder.path, "game")];
const expected = 1 + cos(0.5) * pow(Math.sqrt(1.21) * pow(1.1, 1.7), 2.5);

describe.each([
  ["esbuild", withEsbuild],
  ["Vite", withVite],
] as readonly [string, Builder][])("%s", (_, build) => {
  test("`replace` puts the SDK's functions into the simulation, and nowhere else", async () => {
    const { code, warnings, exports } = await build({ include: game(), mode: "replace" });
    expect(exports.result[0]).toBe(expected);
    expect(exports.result.slice(1)).toEqual([Math.exp(1), Math.sin(1)]);
    expect(code).toContain("Math.sin(");
    expect(code).toContain("Math.exp(");
    expect(code).not.toMatch(/Math\.cos\(|Math\.pow\(|speed \*\*/);
    expect(warnings).toBe("");
  });

  test("source maps lead from what was replaced to the source", async () => {
    const { code, map } = await build({ include: game(), mode: "replace" });
    const sourceMap = new SourceMap(JSON.parse(map));
    // The names of what stands on the line are in the source, where the map says.
    const line = code.split("\n").findIndex((text) => text.includes("new Error(`at"));
    const column = code.split("\n")[line]?.indexOf("new Error(`at") ?? -1;
    const entry = sourceMap.findEntry(line, column) as {
      originalSource: string;
      originalLine: number;
      originalColumn: number;
    };
    expect(entry.originalSource).toMatch(/game\/world\.ts$/);
    expect(world.split("\n")[entry.originalLine]?.slice(entry.originalColumn)).toMatch(/^new Error\(/);
    expect((JSON.parse(map) as { sourcesContent: string[] }).sourcesContent).toContain(world);
  });

  test("`report` names each place, and changes nothing", async () => {
    const { warnings, exports } = await build({ include: game(), mode: "report" });
    const at = (place: string) => new RegExp(`${relative(process.cwd(), folder.path)}/game/${place}|game/${place}`);
    expect(warnings).toMatch(at("world\\.ts:7:25: Math\\.cos gives other bits in other engines: use cos of"));
    expect(warnings).toMatch(at("world\\.ts:7:43: \\*\\* gives"));
    expect(warnings).toMatch(at("speed\\.js:1:40: Math\\.pow gives"));
    expect(warnings).toContain("return { x: world.x + Math.cos(angle) * speed ** 2.5, angle };");
    expect(warnings).not.toMatch(/other\/index\.js|view\.ts/);
    expect(exports.result[0]).toBe(1 + Math.cos(0.5) * (Math.sqrt(1.21) * 1.1 ** 1.7) ** 2.5);
  });

  test("`error` fails the build with the place", async () => {
    await expect(build({ include: game(), mode: "error" })).rejects.toThrow(
      /world\.ts:7:2[45]: (?:ERROR: \[plugin: tickbridge\] )?Math\.cos gives/,
    );
  });

  test("a build whose simulation has none passes in `error`", async () => {
    const { exports } = await build({ include: (path) => path.endsWith("/main.ts"), mode: "error" });
    expect(exports.result).toHaveLength(3);
  });

  test("what cannot be replaced fails `replace`; a clock warns", async () => {
    const include = [join(folder.path, "view.ts")];
    try {
      await writeFile(join(folder.path, "view.ts"), `${files["view.ts"]}export const list = Object.keys(Math);\n`);
      await expect(build({ include, mode: "replace" })).rejects.toThrow(
        /view\.ts:2:3\d: (?:ERROR: \[plugin: tickbridge\] )?Math is handed on whole/,
      );
      await writeFile(join(folder.path, "view.ts"), `${files["view.ts"]}export const now = Date.now();\n`);
      const { warnings } = await build({ include, mode: "replace" });
      expect(warnings).toMatch(/view\.ts:2:20: Date\.now in a simulation/);
    } finally {
      await writeFile(join(folder.path, "view.ts"), files["view.ts"]);
    }
  });

  test("a source that is no program fails the build with the place", async () => {
    const broken = join(folder.path, "view.ts");
    try {
      await writeFile(broken, "export const shade = 2 ** ;\n");
      await expect(build({ include: [broken], mode: "report" })).rejects.toThrow(/view\.ts/);
    } finally {
      await rm(broken);
      await writeFile(broken, files["view.ts"]);
    }
  });
});

test("the example's own build fails when native maths comes into its simulation", async () => {
  const example = join(folder.path, "examples/candyrush-mock");
  await cp(inRepository("examples/candyrush-mock"), example, { recursive: true });
  await cp(inRepository("tsconfig.base.json"), join(folder.path, "tsconfig.base.json"));
  const { buildCandyrush } = (await import(join(example, "build.ts"))) as {
    buildCandyrush(options: { outDir: string; agent: boolean }): Promise<void>;
  };
  const director = join(example, "src/systems/director.ts");
  await writeFile(
    director,
    `${await readFile(director, "utf8")}\nexport const wave = (tick: number) => Math.sin(tick);\n`,
  );
  const building = buildCandyrush({ outDir: join(folder.path, "example-dist"), agent: true });
  await expect(building).rejects.toThrow(/director\.ts:\d+:\d+: .*Math\.sin gives/);
});
