// Where a warning's call stands in the game's sources: scripts of a page are bundles, and their source maps say from what.
// Only replies with warnings cost anything, and what cannot be had leaves a reply as it came.

import { FlattenMap, originalPositionFor, type TraceMap } from "@jridgewell/trace-mapping";
import type { DeterminismWarning, Divergence, Reply } from "@tickbridge/bridge/protocol";

/** The text at an address, as the game sees it; undefined where there is none. Never rejects. */
export type ReadText = (address: string) => Promise<string | undefined>;

type Warnings = readonly DeterminismWarning[];

const place = /((?:[a-z][a-z0-9+.-]+:|\/)[^\s()]*):(\d+):(\d+)/gi;

export class SourcePlaces {
  readonly #read: ReadText;
  readonly #maps = new Map<string, Promise<TraceMap | undefined>>();

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** The scripts may be others now. */
  forget(): void {
    this.#maps.clear();
  }

  /** A reply whose warnings, suspects and report name the sources. */
  async inReply<Given extends Reply>(reply: Given): Promise<Given> {
    const { warnings, divergence, report } = reply as {
      readonly warnings?: Warnings;
      readonly divergence?: Divergence;
      readonly report?: { readonly tripwires?: string; readonly warnings?: Warnings };
    };
    const reported = report?.tripwires === undefined ? undefined : report.warnings;
    if (warnings === undefined && divergence?.suspects === undefined && reported === undefined) return reply;
    return {
      ...reply,
      ...(warnings && { warnings: await this.inWarnings(warnings) }),
      ...(divergence?.suspects && {
        divergence: { ...divergence, suspects: await this.inWarnings(divergence.suspects) },
      }),
      ...(reported && { report: { ...report, warnings: await this.inWarnings(reported) } }),
    };
  }

  async inWarnings(warnings: Warnings): Promise<Warnings> {
    return Promise.all(warnings.map((warning) => this.#inWarning(warning)));
  }

  async #inWarning(warning: DeterminismWarning): Promise<DeterminismWarning> {
    const { site, stack } = warning;
    if (site === undefined) return warning;
    const mapped = await this.#mapped(site);
    if (mapped === site) return warning;
    return { ...warning, site: mapped, scriptSite: site, ...(stack && { stack: await this.#mapped(stack) }) };
  }

  /** A text in which the places of scripts that have a map are those of the sources. */
  async #mapped(text: string): Promise<string> {
    const maps = new Map<string, TraceMap | undefined>();
    for (const [, address = ""] of text.matchAll(place)) {
      if (!maps.has(address)) maps.set(address, await this.#mapOf(address));
    }
    return text.replaceAll(place, (whole, address: string, line: string, column: string) => {
      const map = maps.get(address);
      if (map === undefined) return whole;
      // Columns count from 1 in stacks, and from 0 in maps.
      const found = originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) });
      return found.source === null ? whole : `${sourceName(found.source)}:${found.line}:${found.column + 1}`;
    });
  }

  #mapOf(address: string): Promise<TraceMap | undefined> {
    const known = this.#maps.get(address);
    if (known !== undefined) return known;
    const loading = this.#loadMap(address).catch(() => undefined);
    this.#maps.set(address, loading);
    return loading;
  }

  async #loadMap(address: string): Promise<TraceMap | undefined> {
    const script = await this.#read(address);
    const reference = script === undefined ? undefined : lastReference(script);
    if (reference === undefined) return undefined;
    const text = reference.startsWith("data:") ? dataText(reference) : await this.#read(beside(reference, address));
    return text === undefined ? undefined : new FlattenMap(JSON.parse(text));
  }
}

/** What a script's last line says of its map. */
function lastReference(script: string): string | undefined {
  const at = script.lastIndexOf("# sourceMappingURL=");
  return at === -1 ? undefined : /^\S+/.exec(script.slice(at + "# sourceMappingURL=".length))?.[0];
}

function beside(reference: string, address: string): string {
  return new URL(reference, address.startsWith("/") ? `file://${address}` : address).href;
}

function dataText(address: string): string {
  const [head = "", ...data] = address.split(",");
  return head.endsWith(";base64")
    ? Buffer.from(data.join(","), "base64").toString("utf8")
    : decodeURIComponent(data.join(","));
}

/** Sources are named as seen from the bundle: `../src/game.ts`, `webpack://name/./src/game.ts`. */
function sourceName(source: string): string {
  return source.replace(/^webpack:\/\/[^/]*\//, "").replace(/^(?:\.{1,2}\/)+/, "");
}
