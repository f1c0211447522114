// What the searches give: a use of something that is not the same everywhere, and how it could be replaced.

import type { Finding } from "./findings.js";
import type { AnyNode } from "./syntax.js";

export interface Use {
  readonly api: string;
  readonly kind: Finding["kind"];
  /** Where it is shown. */
  readonly node: AnyNode;
  /** Without one it cannot be replaced. */
  readonly edit?: Edit;
}

export type Edit =
  /** The member stands for a function: its name alone comes there. */
  | { readonly kind: "member"; readonly node: AnyNode; readonly name: string }
  /** `const { sin, PI } = Math`: an object with these keys comes in the place of what is taken apart. */
  | { readonly kind: "pattern"; readonly source: AnyNode; readonly keys: readonly string[] }
  | { readonly kind: "power"; readonly node: AnyNode & { type: "BinaryExpression" } }
  | { readonly kind: "power-assignment"; readonly node: AnyNode & { type: "AssignmentExpression" } };
