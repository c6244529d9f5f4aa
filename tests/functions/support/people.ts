// People and workspaces for tests.
import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashSync } from 'bcryptjs'
import pg from 'pg'
import { createSession } from '../../../stack/auth/sessions.ts'
import { createSigner, type TokenSigner } from '../../../stack/auth/tokens.ts'
import { insertUser, userById } from '../../../stack/auth/users.ts'
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
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

// Kept by the process: to connect costs more than most of what is asked.
const pools = new Map<string, pg.Pool>()

async function inDatabase<T>(stack: StackInfo, work: (db: pg.ClientBase) => Promise<T>): Promise<T> {
  const pool =
    pools.get(stack.dbUrl) ??
    new pg.Pool({ connectionString: stack.dbUrl, max: 4, idleTimeoutMillis: 10_000, allowExitOnIdle: true })
  // One that is ended meanwhile, with its instance, say, is not used again.
  if (!pools.has(stack.dbUrl))
    pools.set(
      stack.dbUrl,
      pool.on('error', () => undefined),
    )
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Makes `code` the live confirmation code of an address, for calls without cookies. */
export async function giveCode(stack: StackInfo, email: string, code = '123456'): Promise<string> {
  await inDatabase(stack, (db) => placeCode(db, email, code))
  return code
}

async function placeCode(db: pg.ClientBase, email: string, code: string): Promise<void> {
  await db.query(
    `insert into private.codes (purpose, email, code_hash) values ('signup', $1, private.code_hash('signup', $1, $2))
     on conflict (purpose, email, subject, browser_hash) do update
       set code_hash = excluded.code_hash, attempts = 0, expires_at = now() + interval '15 minutes'`,
    [email, code],
  )
  // All tests are one client, whose sign-ins, guesses and mails of a quarter of an hour count together.
  await db.query(
    `delete from private.throttle where (key, window_start) in (
       select key, window_start from private.throttle where key ~ '^(guess|code|find|login)-client:' for update skip locked)`,
  )
}

let knownHash: string | undefined

// By Auth it would be hashed once for every account of every test, which takes most of the time that a sign-up takes.
async function giveKnownPassword(db: pg.ClientBase, email: string): Promise<void> {
  knownHash ??= hashSync(knownPassword, 10)
  await db.query(
    `insert into private.password_permits (auth_id, session_id, tells)
     select s.user_id, s.id, false from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1`,
    [email],
  )
  await db.query('update auth.users set encrypted_password = $2 where email = $1', [email, knownHash])
}

const signers = new Map<string, TokenSigner>()

// Auth's own, with its keys.
function signerOf({ dataDir, waymarkUrl }: StackInfo): TokenSigner {
  const known = signers.get(dataDir)
  if (known) return known
  const { signingKeys } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'))
  const signer = createSigner({ signingKeys, issuer: `${waymarkUrl}/auth/v1`, lifetime: 3600 })
  signers.set(dataDir, signer)
  return signer
}

/**
 * A workspace with an owner who has a password; on Pro Team, so that no plan limit is in the way. Made as signing up makes
 * it (login/routes/auth/signup-workspace.ts), by what that calls: through all doors it takes five times as long.
 */
export async function aWorkspace(stack: StackInfo, slug = unique('ws')): Promise<Workspace> {
  const email = `${slug}@example.com`
  // Another Auth than ours signs by keys of its own.
  if (process.env.WAYMARK_TEST_STACK) return signedUpAtTheDoor(stack, { email, slug })
  // Each step for itself, as the doors take them: a transaction that is open holds back what the trail tells of others.
  return inDatabase(stack, (db) => signUp(db, stack, { email, slug }))
}

async function signedUpAtTheDoor(
  stack: StackInfo,
  { email, slug }: { email: string; slug: string },
): Promise<Workspace> {
  const answer = await call(stack, '/auth/signup/workspace', {
    // As somebody of their own: 300 workspaces in a quarter of an hour are the most that one address may make.
    from: `127.${1 + randomInt(254)}.${randomInt(256)}.${1 + randomInt(254)}`,
    json: { email, code: await giveCode(stack, email), slug, name: slug },
  })
  if (answer.status !== 201) throw new Error(`sign-up failed: ${answer.text}`)
  const { token, workspace } = answer.json<{ token: string; workspace: { id: string; slug: string } }>()
  await inDatabase(stack, (db) => finishWorkspace(db, { email, slug }))
  return { ...workspace, owner: { email, token, cookie: cookieIn(answer) ?? '' } }
}

async function finishWorkspace(
  db: pg.ClientBase,
  { email, slug }: { email: string; slug: string },
): Promise<void> {
  await db.query(
    `update public.billing_accounts set billing_product_id = 5, included_members = 15
     where workspace_id = (select id from public.workspaces where slug = $1)`,
    [slug],
  )
  await giveKnownPassword(db, email)
}

async function signUp(
  db: pg.ClientBase,
  stack: StackInfo,
  { email, slug }: { email: string; slug: string },
): Promise<Workspace> {
  await placeCode(db, email, '123456')
  const authId = await insertUser(db, { email, passwordHash: null, confirmed: true })
  const session = await createSession(db, authId, 'otp', { address: '127.0.0.1', userAgent: null })
  const { rows } = await db.query<{ made: { workspace: { id: number; slug: string } } }>(
    `select public.svc_signup_workspace($1, $2, '123456', $3, $3, '127.0.0.1') as made`,
    [authId, email, slug],
  )
  const id = rows[0]?.made.workspace.id ?? 0
  await db.query(`select public.svc_note_sign_in($1, $2, 'code', null, '127.0.0.1')`, [authId, session.id])
  await finishWorkspace(db, { email, slug })
  const { access_token: token } = await signerOf(stack)(await userById(db, authId), session)
  const cookie = `waymark_refresh=${session.refreshToken}`
  return { id: encodeId('wk', id), slug, owner: { email, token, cookie } }
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
