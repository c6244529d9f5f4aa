// The one way to a document's text, for code view, forms, outline and tree alike: who writes does so by `apply`, who
// shows listens by `subscribe`. Offsets are UTF-16 units, line breaks are '\n' only.

import type { Text } from '@codemirror/state'
import type { Change, TextSource } from '../../../../../editing/types.ts'
import type { Json } from '../../../../../supabase/functions/_shared/domain/database.gen.ts'

/** Who of us writes. `repair` is what the Studio mends by itself: it is no step of one's own undo. */
export type Origin = 'code' | 'form' | 'tree' | 'repair'

/** Where a change that is told of came from; `remote` is everybody else, another tab among them. */
export type Source = Origin | 'undo' | 'remote'

/** A place in the text that stays with what stands there, whatever is written around it; fit to be sent. */
export type Mark = Json

export type Listen = (changes: readonly Change[], origin: Source) => void

export interface TextModel {
  /** The text as it is now: read it anew each time. */
  readonly text: TextSource
  /** The same text as the editor's rope. */
  readonly rope: Text
  /** Writes; the changes count in the text before. One step of undo, but for `code`, where typing runs together. */
  apply(changes: readonly Change[], origin: Origin): void
  /** Calls after each change, one's own and others', with the text as it is then; returns the way to stop. */
  subscribe(listen: Listen): () => void
  /** Takes back the last step of one's own; what others wrote stays. */
  undo(): void
  redo(): void
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Marks a place, from 0 to the text's length; it goes along with the letter behind it, or with the one before it. */
  mark(offset: number, side?: 'behind' | 'before'): Mark
  /** Where a mark stands now; null for one of another text, or none. */
  find(mark: unknown): number | null
}
