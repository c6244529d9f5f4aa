// auth.users and auth.identities: reading, creating, changing, and GoTrue's JSON of a user.
import { randomUUID } from 'node:crypto'
import { type Db, isUniqueViolation } from './db.ts'
import { badRequest, emailExists, userNotFound } from './errors.ts'

type Json = Record<string, unknown>

interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Json
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

export interface UserRow {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Json | null
  raw_user_meta_data: Json | null
  created_at: Date
  updated_at: Date
  phone: string | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
  identities: IdentityRow[]
}

export type User = ReturnType<typeof toUser>

// GoTrue writes this instance id everywhere; it never has another.
export const INSTANCE = '00000000-0000-0000-0000-000000000000'

export const USER_COLUMNS = `
  u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.invited_at,
  u.confirmation_sent_at, u.recovery_sent_at, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
  u.created_at, u.updated_at, u.phone, u.phone_confirmed_at, u.confirmed_at, u.banned_until, u.deleted_at,
  u.is_anonymous,
  coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at)
              from auth.identities i where i.user_id = u.id), '[]') as identities`

/** The user with this id; throws user_not_found. */
export async function userById(db: Db, id: string): Promise<UserRow> {
  const { rows } = await db.query<UserRow>(`select ${USER_COLUMNS} from auth.users u where u.id = $1`, [id])
  if (!rows[0]) throw userNotFound()
  return rows[0]
}

/** The user who signs in with this address, if there is one. */
export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>(
    `select ${USER_COLUMNS}
       from auth.users u
      where u.instance_id = $1 and lower(u.email) = lower($2)
        and u.is_sso_user = false and u.aud = 'authenticated'`,
    [INSTANCE, email],
  )
  return rows[0]
}

export interface NewUser {
  id?: string | undefined
  email: string
  passwordHash: string | null
  confirmed: boolean
  role?: string | undefined
  userMetadata?: Json | undefined
  appMetadata?: Json | undefined
}

/** Creates the user with its e-mail identity; throws email_exists. Returns the id. */
export async function insertUser(db: Db, user: NewUser): Promise<string> {
  const id = user.id ?? randomUUID()
  const identity = { sub: id, email: user.email, email_verified: false, phone_verified: false }
  const appMetadata = { provider: 'email', providers: ['email'], ...user.appMetadata }
  const userMetadata = { email_verified: user.confirmed, ...user.userMetadata }
  try {
    await db.query(
      `with person as (
         insert into auth.users (
           instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
           recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data,
           created_at, updated_at)
         values ($1, $2, 'authenticated', $3, $4, $5, case when $6 then now() end, '', '', '', '', $7, $8,
           now(), now())
         returning id)
       insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
       select id::text, id, $9, 'email', now(), now() from person`,
      [
        INSTANCE,
        id,
        user.role ?? 'authenticated',
        user.email,
        user.passwordHash,
        user.confirmed,
        appMetadata,
        userMetadata,
        identity,
      ],
    )
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error
  }
  return id
}

/** Sets the address of the user and of its e-mail identity; codes sent to the old one die. */
export async function changeEmail(db: Db, id: string, email: string): Promise<void> {
  try {
    await db.query(
      `with codes as (delete from auth.one_time_tokens where user_id = $1),
            identity as (
              update auth.identities
                 set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
               where user_id = $1 and provider = 'email')
       update auth.users
          set email = $2, confirmation_token = '', recovery_token = '', updated_at = now()
        where id = $1`,
      [id, email],
    )
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error
  }
}

/** Marks the address as proven; a second time changes nothing. */
export async function confirmEmail(db: Db, id: string): Promise<void> {
  await db.query(
    `with identity as (
       update auth.identities
          set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
        where user_id = $1 and provider = 'email')
     update auth.users
        set email_confirmed_at = coalesce(email_confirmed_at, now()),
            raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}',
            updated_at = now()
      where id = $1`,
    [id],
  )
}

/** Merges keys into the metadata as GoTrue does: a null removes its key. */
export async function mergeMetadata(db: Db, id: string, kind: 'app' | 'user', changes: Json): Promise<void> {
  const column = kind === 'app' ? 'raw_app_meta_data' : 'raw_user_meta_data'
  await db.query(
    `update auth.users
        set ${column} = (coalesce(${column}, '{}') || $2::jsonb) - $3::text[], updated_at = now()
      where id = $1`,
    [id, changes, Object.keys(changes).filter((key) => changes[key] === null)],
  )
}

/** The address in GoTrue's spelling (lower case); throws validation_failed. */
export function validEmail(email: string | undefined): string {
  if (!email) throw badRequest('An email address is required')
  if (email.length > 255 || !/^[^\s@<>()",;:\\]+@[^\s@.]+(\.[^\s@.]+)*$/.test(email)) {
    throw badRequest('Unable to validate email address: invalid format')
  }
  return email.toLowerCase()
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until > new Date()
}

/** GoTrue's public JSON of a user: no credential, absent dates left out. */
export function toUser(row: UserRow) {
  return {
    id: row.id,
    aud: row.aud,
    role: row.role,
    email: row.email ?? '',
    ...dates(row, ['email_confirmed_at', 'invited_at']),
    phone: row.phone ?? '',
    ...dates(row, ['phone_confirmed_at', 'confirmation_sent_at', 'confirmed_at', 'recovery_sent_at']),
    ...dates(row, ['last_sign_in_at']),
    app_metadata: row.raw_app_meta_data ?? {},
    user_metadata: row.raw_user_meta_data ?? {},
    identities: row.identities.map(toIdentity),
    ...dates(row, ['banned_until', 'created_at', 'updated_at', 'deleted_at']),
    is_anonymous: row.is_anonymous,
  }
}

function toIdentity(row: IdentityRow) {
  return {
    identity_id: row.id,
    id: row.provider_id,
    user_id: row.user_id,
    identity_data: row.identity_data,
    provider: row.provider,
    last_sign_in_at: row.last_sign_in_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    email: row.email,
  }
}

function dates(row: UserRow, names: (keyof UserRow)[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => row[name] !== null).map((name) => [name, row[name]]))
}
