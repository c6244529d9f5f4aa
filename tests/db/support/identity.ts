// What stories about signing in need: calls in the service's and people's name that stay, and the mails they cause.
import { randomUUID } from 'node:crypto'
import { claimsOf } from '../../support/claims.ts'
import type { Caller, Person, World } from './people.ts'

type Json = Record<string, unknown>

/** Calls a function of the database as the service does, for good. Named arguments; jsonb ones as objects. */
export async function service<T = Json>(world: World, name: string, args: Json): Promise<T> {
  return asRole(world, 'service_role', async () => '{"role": "service_role"}', name, args)
}

/** Calls a function as a person does, for good. */
export async function person<T = Json>(
  world: World,
  caller: Caller,
  name: string,
  args: Json = {},
): Promise<T> {
  const role = caller ? 'authenticated' : 'anon'
  return asRole(
    world,
    role,
    () => (caller ? claimsOf(world.db, caller) : Promise.resolve(JSON.stringify({ role }))),
    name,
    args,
  )
}

async function asRole<T>(
  world: World,
  role: string,
  claims: () => Promise<string>,
  name: string,
  args: Json,
): Promise<T> {
  const names = Object.keys(args)
  const list = names.map((key, index) => `${key} => $${index + 1}`).join(', ')
  const values = names.map((key) => encoded(args[key]))
  await world.db.query('begin')
  try {
    const said = await claims()
    await world.db.query(`set local role ${role}`)
    await world.db.query(`select set_config('request.jwt.claims', $1, true)`, [said])
    const { rows } = await world.db.query(
      `select to_jsonb(answer) as answer from public.${name}(${list}) answer`,
      values,
    )
    await world.db.query('commit')
    return rows[0]?.answer as T
  } catch (error) {
    await world.db.query('rollback')
    throw error
  }
}

// Arrays of numbers are Postgres arrays; everything else that is no scalar is jsonb.
function encoded(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number'))
    return value
  return JSON.stringify(value)
}

/** The newest mail to an address, with what it says; undefined when there is none. */
export async function newestMail(
  world: World,
  recipient: string,
  template?: string,
): Promise<{ template: string; data: Json } | undefined> {
  const { rows } = await world.db.query<{ template: string; data: Json }>(
    `select template, data from private.outbox_mails
     where recipient = lower($1) and ($2::text is null or template = $2) order by id desc limit 1`,
    [recipient, template ?? null],
  )
  return rows[0]
}

/** How many mails of a template an address got. */
export async function mailsTo(world: World, recipient: string, template: string): Promise<number> {
  const { rows } = await world.db.query<{ n: number }>(
    'select count(*)::integer as n from private.outbox_mails where recipient = lower($1) and template = $2',
    [recipient, template],
  )
  return rows[0]?.n ?? 0
}

/** A credential as GoTrue makes it, without an account yet. */
export async function aCredential(world: World, email: string): Promise<string> {
  const { rows } = await world.db.query<{ id: string }>(
    `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
    [email],
  )
  return rows[0]?.id ?? ''
}

/** The events of a type on a workspace's trail, newest first. */
export async function trail(world: World, workspaceId: number, type: string): Promise<Json[]> {
  const { rows } = await world.db.query<Json>(
    `select metadata, actor_email, host(ip_address) as ip_address from public.activity_events
     where workspace_id = $1 and type = $2 order by id desc`,
    [workspaceId, type],
  )
  return rows
}

interface SessionOpening {
  agent?: string
  client?: string
  method?: 'password' | 'code' | 'provider'
  integrationId?: number
  onlyWorkspaceId?: number
}

/** A session as GoTrue keeps it, noted as the sign-in function does; the person acts in it. */
export async function aSession(
  world: World,
  who: Person,
  { agent = '', client, method = 'password', integrationId, onlyWorkspaceId }: SessionOpening = {},
): Promise<Person & { sessionId: string; refreshToken: string; isNew: boolean }> {
  const [sessionId, refreshToken] = [randomUUID(), randomUUID()]
  await world.db.query(
    'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())',
    [sessionId, who.authId],
  )
  await world.db.query(
    'insert into auth.refresh_tokens (token, user_id, revoked, session_id) values ($1, $2, false, $3)',
    [refreshToken, who.authId, sessionId],
  )
  const isNew = await service<boolean>(world, 'svc_note_sign_in', {
    p_auth_id: who.authId,
    p_session_id: sessionId,
    p_method: method,
    p_user_agent: agent,
    p_client: client ?? null,
    p_integration_id: integrationId ?? null,
    p_revision: integrationId === undefined ? null : await revisionOf(world, integrationId),
    p_only_workspace_id: onlyWorkspaceId ?? null,
  })
  return { ...who, sessionId, refreshToken, isNew }
}

/** Names the present settings of an integration. */
export async function revisionOf(world: World, integrationId: number): Promise<string> {
  const integration = await service<{ revision: string }>(world, 'svc_integration', {
    p_integration_id: integrationId,
  })
  return integration.revision
}

/** What is refused: the SQLSTATE, the code of the catalogue and the sentence. */
export async function refusal(
  attempt: Promise<unknown>,
): Promise<{ code: string; hint: string; message: string }> {
  try {
    await attempt
  } catch (error) {
    const { code, hint, message } = error as { code: string; hint: string; message: string }
    return { code, hint, message }
  }
  throw new Error('It was not refused.')
}

/** An integration made by its owner; the id. */
export async function anIntegration(
  world: World,
  workspace: { id: number; owner: Caller },
  kind: string,
  config: Json = {},
  more: Json = {},
): Promise<number> {
  const made = await person<{ id: number }>(world, workspace.owner, 'create_integration', {
    p_workspace_id: workspace.id,
    p_name: `Our ${kind}`,
    p_kind: kind,
    p_config: config,
    ...more,
  })
  return made.id
}

export const sealed = { ciphertext: 'c2VhbGVk', key_id: 'k1' }

/** What has the form of a certificate: an ASN.1 sequence of 256 bytes. */
export const certificateLike = Buffer.concat([
  Buffer.from([0x30, 0x82, 0x01, 0x00]),
  Buffer.alloc(256),
]).toString('base64')

/** Settings that make each kind complete. */
export const settings = {
  saml: {
    entryPoint: 'https://idp.example.com/sso',
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    cert: certificateLike,
    issuer: 'waymark',
    callbackUrl: 'https://acme.example.com/acs',
  },
  ldap: {
    url: 'ldaps://ldap.example.com:636',
    bindDN: 'cn=admin',
    searchBase: 'dc=example',
    searchFilter: '(uid={{username}})',
  },
  github: {
    hostUrl: 'https://git.example.com',
    apiUrl: 'https://git.example.com/api/v3',
    clientId: 'client',
  },
} as const
