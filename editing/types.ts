// What editing speaks of: places in a description, changes of its text, and edits that forms ask for.

/** A member of an object by its name, or an element of an array by its position from 0. */
export type Key = string | number

/** The way from the root of a description to a value: `['paths', '/pets', 'get', 'tags', 0]`. */
export type Path = readonly Key[]

export type Format = 'json' | 'yaml'

/** A text that is read in pieces: a file of 13 MB is never put together for one edit. Offsets are UTF-16 units. */
export interface TextSource {
  readonly length: number
  slice(from: number, to: number): string
}

/** A stretch of a text: `from` inclusive, `to` exclusive, in UTF-16 units. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** One replacement; the changes of a list are in the order of the text, do not overlap, and all count in the text before. */
export interface Change extends Range {
  readonly insert: string
}

/** What a form asks for. A path names what is changed; `add`, `insert` name the object or array that gets something new. */
export type Edit =
  | { readonly type: 'set'; readonly path: Path; readonly value: unknown }
  | {
      readonly type: 'add'
      readonly path: Path
      readonly key: string
      readonly value: unknown
      /** The member in front of which it goes; without one it becomes the last. */
      readonly before?: string
    }
  | { readonly type: 'insert'; readonly path: Path; readonly index: number; readonly value: unknown }
  | { readonly type: 'rename'; readonly path: Path; readonly key: string }
  | { readonly type: 'delete'; readonly path: Path }
  /** Within its object or array, to the position from 0 that it has afterwards. */
  | { readonly type: 'move'; readonly path: Path; readonly index: number }

/** Why an edit is not made: the form says so, and offers the code. */
export interface Refused {
  readonly refused: 'not_parsed' | 'not_found' | 'exists' | 'not_safe'
  /** For people, a whole sentence. */
  readonly reason: string
  /** Where in the text the reason lies, if it has a place. */
  readonly at?: Range
}

export type Edited = { readonly changes: readonly Change[] } | Refused
