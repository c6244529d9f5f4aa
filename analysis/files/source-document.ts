import type { JsonValue } from '../types.ts'
import type { FileKind } from './kinds.ts'

/** A parsed JSON or YAML file of the branch. */
export interface SourceDocument {
  path: string
  /** The path with a leading slash: how nodes and references name the file. */
  uri: string
  kind: FileKind
  root: JsonValue
  /** Whether something in it may be marked as internal. */
  hasMarks?: boolean
  /** The document as it is written, where this is what readers see of it who see nothing internal. */
  whole?: SourceDocument
}

/** A value together with where it stands, which is what its own references are relative to. */
export interface Located {
  value: JsonValue
  document: SourceDocument
  pointer: string
}
