// Lists as Stripe pages them: the newest first, from a cursor on.
import type { ListOf } from '../state/model.ts'
import { problem } from './problem.ts'

interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/**
 * One page of what is there.
 * @param all in the order in which it was made
 * @throws StripeProblem for a limit outside 1 to 100, or a cursor that is not in the list
 */
export function page<T extends { id: string }>(all: Iterable<T>, paging: Paging, url: string): ListOf<T> {
  const { limit = 10, starting_after: after, ending_before: before } = paging
  if (limit < 1 || limit > 100) throw problem.invalid('Invalid limit: must be between 1 and 100', 'limit')
  const newest = [...all].reverse()
  const cursor = after ?? before
  const at = cursor === undefined ? -1 : newest.findIndex(({ id }) => id === cursor)
  if (cursor !== undefined && at < 0)
    throw problem.missing('object', cursor, after === undefined ? 'ending_before' : 'starting_after')
  const rest = before === undefined ? newest.slice(at + 1) : newest.slice(Math.max(0, at - limit), at)
  return {
    object: 'list',
    data: rest.slice(0, limit),
    has_more: before === undefined ? rest.length > limit : at > limit,
    url,
  }
}

/** A list that is part of an object, whole. */
export function whole<T>(data: T[], url: string): ListOf<T> {
  return { object: 'list', data, has_more: false, url }
}
