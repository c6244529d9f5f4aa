// Documents without a server, for tests of what shows and edits them.
import * as Y from 'yjs'
import { type Description, formatOf, type OpenDocument, type Person } from './documents/open-document.ts'
import { textName, YTextModel } from './documents/ytext-model.ts'

interface Given {
  text: string
  path?: string
  id?: string
  readOnly?: boolean
  people?: readonly Person[]
  description?: Description | null
}

/** A text that nobody else writes; `peer` is somebody who does. */
export function memoryModel(text: string): { model: YTextModel; doc: Y.Doc } {
  const doc = new Y.Doc()
  doc.getText(textName).insert(0, text)
  return { model: new YTextModel(doc), doc }
}

/** Somebody else's copy of the same text: what either writes is at the other at once. */
export function peerOf(doc: Y.Doc): YTextModel {
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc), 'network')
  doc.on('update', (update, origin) => origin !== 'network' && Y.applyUpdate(other, update, 'network'))
  other.on('update', (update, origin) => origin !== 'network' && Y.applyUpdate(doc, update, 'network'))
  return new YTextModel(other)
}

/** An open document that is saved as it is. */
export function memoryDocument(given: Given): OpenDocument & { model: YTextModel; doc: Y.Doc } {
  const { text, path = 'openapi.yaml', id = path, readOnly = false, people = [], description = null } = given
  const { model, doc } = memoryModel(text)
  const awareness = {
    people: () => people,
    subscribe: () => () => undefined,
    select: () => undefined,
    edit: () => undefined,
  }
  const format = formatOf(path)
  return { id, path, format, model, doc, description, readOnly, status: 'saved', refusal: null, awareness }
}
