// The name of the maths library, alone in a file, so that the bridge knows the name and not the library.

/** Stands in every replay's header. It changes whenever a bit of any function in `@tickbridge/bridge/math` may change. */
export const mathId = "stdlib-special-0.3-2";
