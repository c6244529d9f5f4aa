// What a call for many answers: each item succeeds or fails by itself.
import type { ProblemCode } from '../../../../supabase/functions/_shared/domain/errors.ts'
import type { RowOf } from './rows.ts'

/** How one item went: its id (or the address of somebody who has none), why it did not, or what came of it. */
export type BulkResult<Key, Value = null> = RowOf<
  'bulk_result',
  'status' | 'message' | 'field',
  { key: Key; code: ProblemCode | null; value: Value | null }
>

/** One result for each that was sent, in the same order. */
export type BulkAnswer<Key = number, Value = null> = RowOf<
  'bulk_answer',
  never,
  { results: BulkResult<Key, Value>[] }
>
