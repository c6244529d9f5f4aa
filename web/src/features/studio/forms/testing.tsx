// Forms over a text in memory, with the engine: for tests and stories.
import { Description } from '../../../../../editing/description.ts'
import type { Path } from '../../../../../editing/types.ts'
import { formatOf, type OpenDocument, type Person, wholeOf } from '../documents/open-document.ts'
import { memoryDocument } from '../testing.tsx'

interface Options {
  path?: string
  readOnly?: boolean
  people?: readonly Person[]
}

/** An open document whose description follows its text. */
export function describedDocument(text: string, { path = 'openapi.yaml', ...options }: Options = {}) {
  const plain = memoryDocument({ text, path, ...options })
  const format = formatOf(path)
  if (format !== 'json' && format !== 'yaml') return { ...plain, textNow: () => wholeOf(plain.model.text) }
  const description = new Description(plain.model.text, format)
  plain.model.subscribe((changes) => description.changed(changes, plain.model.text))
  return { ...plain, description, textNow: () => wholeOf(plain.model.text) }
}

/** Whoever edits a place of a document. */
export function editorAt(document: Pick<OpenDocument, 'id'>, path: Path, name = 'Ana'): Person {
  return { client: 7, userId: 7, name, colour: 2, documentId: document.id, selection: null, path }
}
