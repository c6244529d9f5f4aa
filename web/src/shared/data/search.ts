// What searching has in common wherever it is done: how much has to be typed, and what is found.
import type { RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'

declare module './supabase.ts' {
  interface Results {
    search_nodes: SearchHit[]
  }
}

/** Nodes are searched from the third character on. */
export const minimumLength = 3

/** A node that was found. */
export type SearchHit = RowOf<'search_hit', 'method' | 'path'>
