// What goes to the worker that puts texts together, and comes back.

/** A document: its newest snapshot (V2, gzip), and what was typed since (V1), in order. */
export interface Parts {
  snapshot: Uint8Array
  updates: Uint8Array[]
}

/** Its text; null where that takes more work than a document may. */
export type Together = string | null
