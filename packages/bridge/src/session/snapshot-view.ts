// What an agent asked to see of a snapshot: some fields, a size limit, or only the news since an earlier one.

import { pointer } from "@tickbridge/replay/core";
import type { JsonValue } from "../game.js";
import type { Snapshot } from "../protocol.js";
import { snapshotFrameFields } from "./describe.js";
import { fitted, identityFields } from "./fitted.js";
import { badArgs } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";

interface View {
  readonly fields?: readonly string[];
  readonly maxChars?: number;
  readonly since?: number;
}

type News = Fields & { readonly set: Fields };

type Fields = { readonly [name: string]: unknown };

/** The part of `state` that `view` names: only what is new since a snapshot, where that one is still known. */
export function viewOf(state: Snapshot, view: View, known: { get(snap: number): Snapshot | undefined }): Fields {
  const { fields, maxChars, since } = view;
  const base = since === undefined ? undefined : known.get(since);
  const shown = only(state, fields);
  if (base === undefined) return maxChars === undefined ? shown : fitted(shown, maxChars, charsOf);
  const news = newsSince(only(base, fields), shown);
  return maxChars === undefined ? news : fittedNews(news, maxChars);
}

/** News that are cut lose the largest parts of what is set; `cut` names those. */
function fittedNews(news: News, maxChars: number): Fields {
  const { set, ...others } = news;
  const rest = fitted(set, maxChars - charsOf(others) - '"set":,'.length, charsOf);
  if (rest === set) return news;
  const { cut, cutMore, ...kept } = rest;
  return { ...others, set: kept, cut, ...(cutMore === undefined ? {} : { cutMore }) };
}

function charsOf(value: unknown): number {
  return JSON.stringify(value).length;
}

function only(state: Fields, fields: readonly string[] | undefined): Fields {
  if (fields === undefined) return state;
  return Object.fromEntries(
    Object.entries(state).filter(([name]) => identityFields.includes(name) || fields.includes(name)),
  );
}

/** What is to be set in `base`, and what is gone from it, to get `state`; entries of lists are addressed by their id. */
function newsSince(base: Fields, state: Fields): News {
  const set: Record<string, unknown> = {};
  const gone: string[] = [];

  function compare(before: unknown, after: unknown, path: readonly (string | number)[]): void {
    if (before === after) return;
    const [left, right] = [membersOf(before), membersOf(after)];
    if (left === undefined || right === undefined || left.isList !== right.isList) {
      if (JSON.stringify(before) !== JSON.stringify(after)) set[pointer(path)] = after;
      return;
    }
    for (const name of left.members.keys()) if (!right.members.has(name)) gone.push(pointer([...path, name]));
    for (const [name, member] of right.members) {
      if (left.members.has(name)) compare(left.members.get(name), member, [...path, name]);
      else set[pointer([...path, name])] = member;
    }
  }

  const [{ snap: since, ...before }, { snap, ...after }] = [base, state];
  compare(before, after, []);
  return { since, snap, set, gone };
}

/** The members of an object by name, or the entries of a list by their ids; undefined for anything else. */
function membersOf(
  value: unknown,
): { readonly isList: boolean; readonly members: Map<string | number, unknown> } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return { isList: false, members: new Map(Object.entries(value)) };
  const members = new Map(value.map((entry: JsonValue) => [idOf(entry), entry]));
  return members.has(undefined) || members.size !== value.length
    ? undefined
    : { isList: true, members: members as Map<string | number, unknown> };
}

function idOf(entry: JsonValue): string | number | undefined {
  const id = typeof entry === "object" && entry !== null ? (entry as { readonly id?: JsonValue }).id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** Throws BAD_ARGS for a field that no snapshot of this game can have, as far as its schema says. */
export function checkFields({ definition }: RegisteredGame, fields: readonly string[]): void {
  const own = definition.snapshotSchema?.properties;
  if (own === undefined) return;
  const known = [...snapshotFrameFields, ...Object.keys(own as object)];
  for (const [index, field] of fields.entries()) {
    if (!known.includes(field)) throw badArgs(`/0/fields/${index}`, `one of ${known.join(", ")}`);
  }
}
