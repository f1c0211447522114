// Is the bridge on for this address? It keeps players from running agent machinery by accident; it is no security
// boundary.

/** SPEC section 2. `address` is that of the document that loads the SDK; undefined (no page at all) is on. */
export function isBridgeOn(address: string | undefined): boolean {
  if (address === undefined) return true;
  const { searchParams, pathname } = new URL(address);
  const values = searchParams.getAll("agent");
  if (values.some((value) => value === "0" || value === "false")) return false;
  if (values.some((value) => value === "1" || value === "true" || value === "")) return true;
  return pathname.split("/").includes("agent-mode");
}
