// A document as far as it can be put together: what people send may be made to take longer than anybody waits.
import type * as Y from 'yjs'
import { mostSteps, Work } from '../../editing/documents/bounded.ts'
import { applyTo, documentOf, itemsOf, stateOf } from '../../editing/documents/state.ts'

/** Beyond these items a document begins anew with its text: each change of it moves some of their list. */
const MOST_ITEMS = 100_000
/** Ten seconds or so, in a process of its own; what then takes too long to open begins anew. */
const STEPS = 5 * mostSteps

export interface NumberedUpdate {
  seq: string
  update: Buffer
}

export interface Fitting {
  doc: Y.Doc
  /** What opens it (V2); null where that would take whoever opens it too long, and it begins anew with its text. */
  state: Uint8Array | null
  /** The last update that it holds; null for none. */
  last: string | null
  /** Whether it holds them all. */
  isWhole: boolean
  work: Work
}

/** A document with as many of the updates as can be put in place; null where not even its snapshot can. */
export function putTogether(state: Uint8Array, updates: NumberedUpdate[]): Fitting | null {
  const whole = fitting(state, updates)
  if (typeof whole !== 'number') return { ...whole, isWhole: true }
  // What took too much is left out with all that came after it.
  const before = fitting(state, updates.slice(0, whole))
  return typeof before === 'number' ? null : { ...before, isWhole: false }
}

/** The document, or how many of the updates fit: whatever goes wrong is this document's, and keeps no other one waiting. */
function fitting(state: Uint8Array, updates: NumberedUpdate[]): Omit<Fitting, 'isWhole'> | number {
  const work = new Work(STEPS)
  let count = 0
  try {
    const doc = documentOf(state, [], work)
    for (const { update } of updates) {
      applyTo(doc, update, work)
      count++
    }
    return { doc, state: openableState(doc), last: updates.at(-1)?.seq ?? null, work }
  } catch {
    return count
  }
}

/** Whoever opens it has half of what they have left for what is typed from then on. */
function openableState(doc: Y.Doc): Uint8Array | null {
  if (itemsOf(doc) > MOST_ITEMS) return null
  const state = stateOf(doc)
  try {
    documentOf(state, [], new Work(mostSteps / 2))
    return state
  } catch {
    return null
  }
}
