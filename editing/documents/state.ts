// A text document as Yjs holds it: one Y.Doc with the text `t`. Snapshots are its state (V2) compressed with gzip.
import * as Y from 'yjs'

/** The name of the text in a Y.Doc. */
export const textName = 't'

/** The state (V2) that a text begins with. Made once a document: two of them, merged, hold the text twice. */
export function firstState(text: string): Uint8Array {
  const doc = new Y.Doc()
  if (text !== '') doc.getText(textName).insert(0, text)
  return Y.encodeStateAsUpdateV2(doc)
}

/** A document from a state (V2) and what was typed since (V1), in order. What does not apply is left out, as editors do. */
export function documentOf(state: Uint8Array, updates: Iterable<Uint8Array>): Y.Doc {
  const doc = new Y.Doc()
  Y.applyUpdateV2(doc, state)
  for (const update of updates)
    try {
      Y.applyUpdate(doc, update)
    } catch {
      // Bytes that are no update of Yjs: everybody leaves them out.
    }
  return doc
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
