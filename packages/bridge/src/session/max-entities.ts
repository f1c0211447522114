// How many nearest entities each list of a snapshot holds, alone in a file since snapshots and journals, which come in
// different chunks, both need it.

/** Unless `setMaxEntities` says otherwise. */
export const maxEntitiesDefault = 15;
