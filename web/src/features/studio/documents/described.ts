// What the Studio asks of a description; the engine of editing/ is one.
import type {
  Change,
  Edit,
  Edited,
  Key,
  Path,
  Range,
  Refused,
  TextSource,
} from '../../../../../editing/types.ts'

/** One file's text, seen as a description: where its values stand, and the changes that an edit needs. */
export interface Description {
  keys(path: Path): readonly Key[] | null
  read(path: Path): { value: unknown; range: Range; keyRange?: Range } | Refused
  range(path: Path): Range | null
  pathAt(offset: number): Path
  edit(edit: Edit): Edited
  changed(changes: readonly Change[], text: TextSource): void
  errors(): readonly { message: string; range: Range }[]
  version(path: Path): number | string
}
