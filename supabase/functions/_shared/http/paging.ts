import { z } from '@hono/zod-openapi'
import type { AppContext } from './context.ts'
import { jsonAnswer } from './describe.ts'

/** The parameter `limit` of a list. */
export function limitQuery(usual: number, most: number) {
  return z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .meta({ description: `How many entries to return, 1 to ${most}.`, example: usual })
}

/** The parameters of a list that returns `usual` entries, and `most` when asked to. */
export function pageQueryOf(usual: number, most: number) {
  return z.object({
    limit: limitQuery(usual, most),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .default(0)
      .meta({ description: 'How many entries to skip.', example: 0 }),
  })
}

export const pageQuery = pageQueryOf(15, 1000)

export const searchText = z
  .string()
  .trim()
  .max(200)
  .optional()
  .meta({ description: 'Part of what is looked for.', example: 'ada' })

export interface Page {
  limit: number
  offset: number
}

export const linkHeader = z.object({
  Link: z.string().optional().meta({
    description: 'Addresses of the first, previous, next and last page (RFC 8288).',
    example: '</api/v1/workspaces/d2s6MQ/projects?limit=15&offset=15>; rel="next"',
  }),
  'X-Total-Count': z
    .string()
    .optional()
    .meta({ description: 'How many entries there are in all.', example: '42' }),
})

/** A page of entries: the schema `id` of the description. */
export function pageSchema<S extends z.ZodType>(id: string, entry: S) {
  return z
    .object({
      items: z.array(entry),
      total: z.int().meta({ description: 'How many there are in all.', example: 42 }),
    })
    .meta({ id })
}

/** The answer of a list, with the headers that lead through it. */
export function pageAnswer<S extends z.ZodType>(description: string, schema: S) {
  return { ...jsonAnswer(description, schema), headers: linkHeader }
}

/** First and last row of a page, as PostgREST's range() wants them. */
export function rangeOf({ limit, offset }: Page): [number, number] {
  return [offset, offset + limit - 1]
}

/** Sets Link and X-Total-Count for a page of `total` entries at the public path of the list. */
export function setPageHeaders(c: AppContext, path: string, page: Page, total: number): void {
  c.header('X-Total-Count', String(total))
  const query = new URL(c.req.url).searchParams
  const links = pageLinks(page, total).map(([rel, offset]) => {
    query.set('limit', String(page.limit))
    query.set('offset', String(offset))
    return `<${path}?${query}>; rel="${rel}"`
  })
  if (links.length > 0) c.header('Link', links.join(', '))
}

/** The offsets worth linking to; none when everything fits in one page. */
export function pageLinks({ limit, offset }: Page, total: number): [rel: string, offset: number][] {
  if (total <= limit && offset === 0) return []
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  const links: [string, number][] = [['first', 0]]
  if (offset > 0) links.push(['prev', Math.max(0, Math.min(offset - limit, last))])
  if (offset + limit < total) links.push(['next', offset + limit])
  links.push(['last', last])
  return links
}
