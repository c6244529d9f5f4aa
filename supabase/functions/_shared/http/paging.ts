import { z } from '@hono/zod-openapi'
import type { AppContext } from './router.ts'

export const pageQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(15)
    .meta({ description: 'How many entries to return, 1 to 1000.', example: 15 }),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'How many entries to skip.', example: 0 }),
})

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
