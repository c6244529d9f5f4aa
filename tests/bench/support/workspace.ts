// A workspace to measure in, and its owner at the product's doors.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { StackInfo } from '../../support/stack.ts'

export interface BenchWorkspace {
  id: number
  slug: string
  email: string
  password: string
  /** Access token of the owner, good for an hour. */
  token: string
}

/** Makes a workspace on the largest plan with an owner who can sign in. */
export async function aWorkspace(stack: StackInfo): Promise<BenchWorkspace> {
  const slug = `bench-${randomBytes(4).toString('hex')}`
  const email = `${slug}@example.com`
  const password = randomBytes(12).toString('hex')
  const auth = (path: string, key: string, body: unknown) =>
    json<{ id: string; access_token: string }>(`${stack.apiUrl}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const credential = await auth('admin/users', stack.serviceRoleKey, { email, password, email_confirm: true })
  const id = await createWorkspace(stack, slug, email, credential.id)
  const session = await auth('token?grant_type=password', stack.anonKey, { email, password })
  return { id, slug, email, password, token: session.access_token }
}

async function createWorkspace(
  stack: StackInfo,
  slug: string,
  email: string,
  authId: string,
): Promise<number> {
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    const { rows } = await db.query<{ id: string }>(
      'select id from private.create_workspace(private.ensure_user($1, $2), $3, $3)',
      [authId, email, slug],
    )
    await db.query(
      `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'enterprise')
       where workspace_id = $1`,
      [rows[0]?.id],
    )
    return Number(rows[0]?.id)
  } finally {
    await db.end()
  }
}

/** Fetches and parses; rejects with the answer's text when it is no success. */
export async function json<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}
