import type { Key, Path } from '../types.ts'

/** What the caret is at. */
export interface Caret {
  /** The object or list that it is in; with `key`, the way to the value. */
  readonly path: Path
  /** `item`: an element of a list in YAML's blocks, where a key or a value may begin. */
  readonly at: 'key' | 'value' | 'item'
  /** The member or element whose value it is at; null for a key. */
  readonly key: Key | null
  /** The other keys of the object. */
  readonly keys: readonly string[]
  /** What completion replaces: the word so far, quotes included. */
  readonly from: number
  readonly to: number
  /** The word so far, from its beginning to the caret. */
  readonly word: string
  /** Whether it is within brackets, as all of JSON is. */
  readonly inFlow: boolean
  /** Whether a colon follows, so that only the name of a key is wanted. */
  readonly hasColon: boolean
}
