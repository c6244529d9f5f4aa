// What is open in the Studio: a text with its state, and who else is at it.

import type { Description } from '../../../../../editing/description.ts'
import type { Format, Key, Path, Range, TextSource } from '../../../../../editing/types.ts'
import type { TextModel } from './text-model.ts'

export type { Description } from '../../../../../editing/description.ts'

/** One window of a person, other than this one. */
export interface Person {
  /** Of a window: a person with two has two. */
  client: number
  userId: number | null
  name: string
  /** From 0 to 7: which of the colours of people; the same for all of a person's windows. */
  colour: number
  /** The document they look at, or null. */
  documentId: string | null
  /** Where their caret is. */
  selection: { anchor: unknown; head: unknown } | null
  /** The value they edit in a form. */
  path: readonly Key[] | null
}

/** Who else is at a document. */
export interface DocumentPresence {
  people(): readonly Person[]
  subscribe(listen: () => void): () => void
  /** Tells the others where one's own caret is; null: nowhere. */
  select(selection: { anchor: number; head: number } | null): void
  /** Tells the others which value one edits in a form; null: none. */
  edit(path: Path | null): void
}

export type DocumentFormat = Format | 'markdown' | 'text'

/** The same object while somebody writes: how far that has come is the state of its session. */
export interface OpenDocument {
  id: string
  path: string
  format: DocumentFormat
  model: TextModel
  /** The text as a description; null for what is neither JSON nor YAML. */
  description: Description | null
  readOnly: boolean
  awareness: DocumentPresence
}

/** What a path says of the format of a file. */
export function formatOf(path: string): DocumentFormat {
  if (/\.json$/i.test(path)) return 'json'
  if (/\.ya?ml$/i.test(path)) return 'yaml'
  return /\.(md|markdown)$/i.test(path) ? 'markdown' : 'text'
}

/** Whether there is a form for a document: everything else is code. */
export function hasForm({ format }: Pick<OpenDocument, 'format'>): boolean {
  return format !== 'text'
}

/** The whole of a text; not for a keystroke. */
export function wholeOf(text: TextSource): string {
  return text.slice(0, text.length)
}

/** Line and column of an offset, both from 1. */
export interface LinePlace {
  line: number
  column: number
}

/** Where something is to be shown: a file, and a stretch of it or a value. */
export interface Place {
  path: string
  range?: Range
  at?: Path
}
