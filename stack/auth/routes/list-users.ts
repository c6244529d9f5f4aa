import { sendJson } from '../../http/send.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { badRequest } from '../errors.ts'
import { toUser, USER_COLUMNS, type UserRow } from '../users.ts'

const MAX_PER_PAGE = 1000

/** GET /admin/users?page=&per_page= */
export async function listUsers(ctx: AuthContext, { res, query }: AuthRequest): Promise<void> {
  const page = positive(query.get('page'), 1)
  const perPage = Math.min(positive(query.get('per_page'), 50), MAX_PER_PAGE)
  const { rows } = await ctx.pool.query<UserRow>(
    `select ${USER_COLUMNS}
       from auth.users u
      order by u.created_at desc, u.id
      limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  const counted = await ctx.pool.query<{ total: string }>('select count(*) as total from auth.users')
  const total = Number(counted.rows[0]?.total)
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${ctx.issuer}/admin/users?page=${to}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  res.setHeader('x-total-count', total)
  res.setHeader('link', links.join(', '))
  sendJson(res, 200, { users: rows.map(toUser), aud: 'authenticated' })
}

function positive(value: string | null, fallback: number): number {
  if (!value) return fallback
  const number = Number(value)
  if (!Number.isSafeInteger(number) || number < 1 || number > 1e6) {
    throw badRequest(`Bad Pagination Parameters: ${value}`)
  }
  return number
}
