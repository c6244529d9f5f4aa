// What was written for a state of a document that the server has given up: brought onto the new one, or offered as text.
import * as Y from 'yjs'
import { applyStateWithin, applyWithin, Work } from '../../../../../editing/documents/bounded.ts'
import type { TextSource } from '../../../../../editing/types.ts'
import type { KeptBase, Unsent } from './keep.ts'
import type { Merger } from './merger.ts'
import { formatOf, wholeOf } from './open-document.ts'
import { textName } from './ytext-model.ts'

/** A text of one's own that does not go onto the present one by itself. */
export interface Leftover {
  path: string
  text: string
}

/** One's own text, with the one that it began with. */
export interface Carried {
  readonly base: string
  readonly text: string
  /** The merge with another text, or one's own where both do not fit, or nobody merges. */
  onto(theirs: string, path: string, merger: Merger): Promise<{ text: string } | { leftover: Leftover }>
}

/** Reads what was kept; null where there is nothing that could be read. */
export async function carry(base: KeptBase | null, unsent: readonly Unsent[]): Promise<Carried | null> {
  const fits = unsent.filter(({ epoch }) => epoch === base?.epoch)
  if (!base || fits.length === 0) return null
  const doc = new Y.Doc()
  try {
    const work = new Work()
    applyStateWithin(doc, base.state, work)
    for (const { update } of fits) applyWithin(doc, update, work)
    return carried(base.text, doc.getText(textName).toString())
  } finally {
    doc.destroy()
  }
}

carry.texts = (base: TextSource, ours: TextSource): Carried => carried(wholeOf(base), wholeOf(ours))

function carried(base: string, ours: string): Carried {
  return {
    base,
    text: ours,
    async onto(theirs, path, merger) {
      const found = formatOf(path)
      const format = found === 'markdown' ? 'text' : found
      const merged = await merger.merge({ format, base, ours, theirs }).catch(() => null)
      return merged?.conflicts.length === 0 ? { text: merged.text } : { leftover: { path, text: ours } }
    },
  }
}
