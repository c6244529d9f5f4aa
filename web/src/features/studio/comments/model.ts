// Threads and comments as the Studio has them.
import type { Place } from '../../../../../editing/places/find.ts'
import type { Path, Range } from '../../../../../editing/types.ts'
import type { RowOf } from '../../../shared/data/rows.ts'

export type Thread = RowOf<
  'comment_thread',
  'document_id' | 'resolved_at' | 'resolved_by' | 'author_id' | 'author' | 'avatar_url'
>
export type ThreadComment = RowOf<'thread_comment', 'author_id' | 'author' | 'avatar_url' | 'edited_at'>
export type Mentionable = RowOf<'mentionable_person', 'avatar_url'>

/** What somebody wants to say something about. */
export type Target = { kind: 'part'; path: Path } | { kind: 'range'; range: Range }

/** Where threads of the document in front are by now; null: what they were about has gone. */
export type Places = ReadonlyMap<number, Place | null>

/** What is called so whose account is gone. */
export const deletedUser = 'Deleted user'

const methods = /^(get|put|post|delete|options|head|patch|trace)$/

/** A path within a description, for people: `GET /pets › parameters › 2`. */
export function labelOf(path: Path): string {
  if (path.length === 0) return 'The whole file'
  const [root, owner, third, ...rest] = path.map((key) => (typeof key === 'number' ? String(key + 1) : key))
  if (root !== 'paths' && root !== 'webhooks') {
    const named = root === 'components' ? path.slice(2) : path
    return (named.length > 0 ? named : path)
      .map((key) => (typeof key === 'number' ? key + 1 : key))
      .join(' › ')
  }
  if (owner === undefined) return String(root)
  const operation = third !== undefined && methods.test(third) ? `${third.toUpperCase()} ${owner}` : null
  const parts = operation ? [operation, ...rest] : [owner, ...(third === undefined ? [] : [third]), ...rest]
  return parts.filter((part) => part !== 'properties').join(' › ')
}
