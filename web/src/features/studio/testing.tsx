// Documents without a server, for tests of what shows and edits them.
import * as Y from 'yjs'
import { type Description, formatOf, type OpenDocument, type Person } from './documents/open-document.ts'
import { textName, YTextModel } from './documents/ytext-model.ts'
import type { StudioFile, StudioProject } from './model.ts'

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
  return { id, path, format, model, doc, description, readOnly, awareness }
}

/** A project that is written here. */
export const aProject: StudioProject = {
  id: 5,
  workspace_id: 7,
  slug: 'pets',
  name: 'Pets',
  type: 'web',
  flavor: 'design',
  visibility: 'internal',
  workspace_integration_id: null,
}

/** A file of a working copy, whose id is its path. */
export const aFile = (path: string, more: Partial<StudioFile> = {}): StudioFile => ({
  id: path,
  path,
  kind: 'text',
  hash: `\\x${'1'.repeat(64)}`,
  published_path: path,
  size: 10,
  eol: 'lf',
  bom: false,
  epoch: 1,
  seq: 1,
  changed: false,
  base_moved: false,
  moved_hash: null,
  updated_at: '2026-11-22T10:00:00Z',
  updated_by: 1,
  deleted_at: null,
  ...more,
})
