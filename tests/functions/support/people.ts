// People and workspaces for tests, made through the front door; only the code is put where the mail would bring it.
import { randomBytes, randomInt } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import type pg from 'pg'
import { connect } from '../../../stack/postgres/connect.ts'
import type { StackInfo } from '../../support/stack.ts'
import { call, cookieIn } from './call.ts'

export interface Person {
  email: string
  token: string
  cookie: string
}

export interface Workspace {
  id: string
  slug: string
  owner: Person
}

export const knownPassword = 'correct horse battery'

/** A name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString('hex')}`
}

/** Runs SQL as `postgres`, for what no API may do. */
export async function sql<T extends pg.QueryResultRow>(
  stack: StackInfo,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return inDatabase(stack, async (db) => (await db.query<T>(text, values)).rows)
}

async function inDatabase<T>(stack: StackInfo, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(stack.dbUrl)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes `code` the live confirmation code of an address, for calls without cookies. */
export async function giveCode(stack: StackInfo, email: string, code = '123456'): Promise<string> {
  await sql(
    stack,
    `insert into private.codes (purpose, email, code_hash) values ('signup', $1, private.code_hash('signup', $1, $2))
     on conflict (purpose, email, subject, browser_hash) do update
       set code_hash = excluded.code_hash, attempts = 0, expires_at = now() + interval '15 minutes'`,
    [email, code],
  )
  // All tests are one client, whose sign-ins, guesses and mails of a quarter of an hour count together.
  await sql(
    stack,
    `delete from private.throttle where (key, window_start) in (
       select key, window_start from private.throttle where key ~ '^(guess|code|find|login)-client:' for update skip locked)`,
  )
  return code
}

let knownHash: string | undefined

// By Auth it would be hashed once for every account of every test, which takes most of the time that a sign-up takes.
async function giveKnownPassword(db: pg.Client, email: string): Promise<void> {
  knownHash ??= hashSync(knownPassword, 10)
  await db.query(
    `insert into private.password_permits (auth_id, session_id, tells)
     select s.user_id, s.id, false from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1`,
    [email],
  )
  await db.query('update auth.users set encrypted_password = $2 where email = $1', [email, knownHash])
}

/** A workspace with an owner who has a password; on Pro Team, so that no plan limit is in the way. */
export async function aWorkspace(stack: StackInfo, slug = unique('ws')): Promise<Workspace> {
  const email = `${slug}@example.com`
  const answer = await call(stack, '/auth/signup/workspace', {
    // As somebody of their own: 300 workspaces in a quarter of an hour are the most that one address may make.
    from: `127.${1 + randomInt(254)}.${randomInt(256)}.${1 + randomInt(254)}`,
    json: { email, code: await giveCode(stack, email), slug, name: slug },
  })
  if (answer.status !== 201) throw new Error(`sign-up failed: ${answer.text}`)
  const { token, workspace } = answer.json<{ token: string; workspace: { id: string; slug: string } }>()
  const owner = { email, token, cookie: cookieIn(answer) ?? '' }
  await inDatabase(stack, async (db) => {
    await db.query(
      `update public.billing_accounts set billing_product_id = 5, included_members = 15
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [slug],
    )
    await giveKnownPassword(db, email)
  })
  return { ...workspace, owner }
}

/** Somebody with an account and a workspace of their own, who is then put into this one with a role. */
export async function aMember(stack: StackInfo, workspace: Workspace, role: string): Promise<Person> {
  const { owner } = await aWorkspace(stack)
  await sql(
    stack,
    `insert into public.workspace_members (workspace_id, user_id, role)
     select w.id, e.user_id, $3::public.workspace_role from public.workspaces w, public.emails e
     where w.slug = $1 and e.email = $2`,
    [workspace.slug, owner.email, role],
  )
  return owner
}
