// A text document as Yjs holds it: one Y.Doc with the text `t`. Snapshots are its state (V2) compressed with gzip.
import * as Y from 'yjs'
import { applyStateWithin, applyWithin, DoesNotFit, textName, Work } from './bounded.ts'

/** The state (V2) that a text begins with. Made once a document: two of them, merged, hold the text twice. */
export function firstState(text: string): Uint8Array {
  const doc = new Y.Doc()
  if (text !== '') doc.getText(textName).insert(0, text)
  return Y.encodeStateAsUpdateV2(doc)
}

/**
 * A document from a state (V2) and what was typed since (V1), in order. What does not apply is left out, as editors do. Throws
 * `DoesNotFit` where it takes more work than there is.
 */
export function documentOf(state: Uint8Array, updates: Iterable<Uint8Array>, work: Work = new Work()): Y.Doc {
  const doc = new Y.Doc()
  applyStateWithin(doc, state, work)
  for (const update of updates) applyTo(doc, update, work)
  return doc
}

/** Applies an update, or leaves out what is none. Throws `DoesNotFit`. */
export function applyTo(doc: Y.Doc, update: Uint8Array, work: Work, origin?: unknown): void {
  try {
    applyWithin(doc, update, work, origin)
  } catch (error) {
    // Bytes that are no update of Yjs: everybody leaves them out.
    if (error instanceof DoesNotFit) throw error
  }
}

/** The text of a document. */
export function textOf(doc: Y.Doc): string {
  return doc.getText(textName).toString()
}

/** Its state (V2). */
export function stateOf(doc: Y.Doc): Uint8Array {
  return Y.encodeStateAsUpdateV2(doc)
}

/** One document that holds many texts: each of `maps` by its name, with a text for each path (state V1). */
export function manyTexts(maps: Record<string, Iterable<readonly [string, string]>>): Uint8Array {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (const [name, texts] of Object.entries(maps)) {
      const map = doc.getMap<Y.Text>(name)
      for (const [path, text] of texts) map.set(path, new Y.Text(text))
    }
  })
  return Y.encodeStateAsUpdate(doc)
}

/** Of how many items it is: runs of letters, and of what was deleted. */
export function itemsOf(doc: Y.Doc): number {
  let items = 0
  for (const { length } of doc.store.clients.values()) items += length
  return items
}
