import { invalidRange } from '../data-api/errors.ts'
import { header } from '../data-api/request.ts'
import type { Exchange } from './handler.ts'
import type { PageParameter } from './parse/ast.ts'

export interface PageRange {
  offset: number
  limit: number | undefined
}

const NEGATIVE_LIMIT = 'Limit should be greater than or equal to zero.'

/** The page of the root: `Range` counts for reads only. */
export function rootPage(exchange: Exchange, pages: { path: string[]; value: PageParameter }[]): PageRange {
  const own = pages.find(({ path }) => path.length === 0)?.value ?? {}
  const range = exchange.request.method === 'GET' ? header(exchange.request, 'range') : undefined
  return pageRange(own, range, exchange.limits.maxRows)
}

/** Combines `limit`, `offset` and the `Range` header, and holds the page to `maxRows`. */
export function pageRange(parameter: PageParameter, header: string | undefined, maxRows: number): PageRange {
  const fromHeader = headerRange(header)
  const offset = Math.max(parameter.offset ?? 0, fromHeader.offset, 0)
  const ends = [
    parameter.limit === undefined
      ? undefined
      : Math.max(parameter.offset ?? 0, 0) + checkedLimit(parameter.limit),
    fromHeader.limit === undefined ? undefined : fromHeader.offset + fromHeader.limit,
  ].filter((end) => end !== undefined)
  const wanted = ends.length > 0 ? Math.min(...ends) - offset : maxRows
  // `limit` and `Range` have no row in common; upstream has one refusal for both.
  if (wanted <= 0 && parameter.limit !== 0) throw invalidRange(NEGATIVE_LIMIT)
  return { offset, limit: Math.min(Math.max(wanted, 0), maxRows) }
}

/** The page of an embed, held to `maxRows` too. */
export function embeddedPage(parameter: PageParameter, maxRows: number): PageRange {
  return pageRange(parameter, undefined, maxRows)
}

function checkedLimit(limit: number): number {
  if (limit < 0) throw invalidRange(NEGATIVE_LIMIT)
  return limit
}

function headerRange(header: string | undefined): PageRange {
  const found = header && /^(\d{1,15})-(\d{0,15})$/.exec(header.trim())
  if (!found) return { offset: 0, limit: undefined }
  const lower = Number(found[1])
  if (!found[2]) return { offset: lower, limit: undefined }
  const upper = Number(found[2])
  if (lower > upper) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset: lower, limit: upper - lower + 1 }
}

/** `Content-Range` of a page, e.g. `0-24/3573`, `*` where nothing is known or there. */
export function contentRange(lower: number, upper: number, total: number | undefined): string {
  return `${lower <= upper && total !== 0 ? `${lower}-${upper}` : '*'}/${total ?? '*'}`
}
