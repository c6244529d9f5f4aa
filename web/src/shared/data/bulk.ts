// What a call for many answers: each item succeeds or fails by itself.
import type { ProblemCode } from '../../../../supabase/functions/_shared/domain/errors.ts'

/** How one item went; `message` says why it did not. */
export interface BulkResult<Key, Value = null> {
  /** Its id, or the address of somebody who has none. */
  key: Key
  ok: boolean
  code: ProblemCode | null
  status: number | null
  message: string | null
  field: string | null
  /** What came of it. */
  value: Value | null
}

export interface BulkAnswer<Key = number, Value = null> {
  /** One for each that was sent, in the same order. */
  results: BulkResult<Key, Value>[]
  succeeded: number
  failed: number
}
