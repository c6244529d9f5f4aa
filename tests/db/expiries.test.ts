// What expires: at the moment, a microsecond before and a microsecond after. A transaction has one now().
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anIntegration, settings } from './support/identity.ts'
import { type Ask, aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let integration: number
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('expiring')
  integration = await anIntegration(world, house, 'saml', settings.saml)
})
afterAll(() => world.end())

const MOMENTS = ['before', 'at', 'after'] as const
/** A moment this long ago, a microsecond less, and a microsecond more. */
const ago = (limit: string) => ({
  before: `now() - interval '${limit}' + interval '1 microsecond'`,
  at: `now() - interval '${limit}'`,
  after: `now() - interval '${limit}' - interval '1 microsecond'`,
})

/** Runs as the owner of the database, in a transaction that is undone. */
async function undone<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  return world.as(null, async (ask) => {
    await ask('reset role')
    return work(ask)
  })
}

const hash = (letter: string) => letter.repeat(64)

describe('the hourly clean-up removes', () => {
  const rows: [table: string, limit: string, key: string, insert: (key: string, when: string) => string][] = [
    [
      'private.login_states',
      '0',
      'state_hash',
      (key, when) => `(state_hash, purpose, workspace_integration_id, browser_hash, expires_at)
        values ('${hash(key)}', 'login', ${integration}, 'browser', ${when})`,
    ],
    [
      'private.sso_codes',
      '0',
      'code_hash',
      (key, when) => `(code_hash, workspace_integration_id, profile, expires_at)
        values ('${hash(key)}', ${integration}, '{}', ${when})`,
    ],
    [
      'private.saml_requests',
      '0',
      'id',
      (key, when) =>
        `(id, workspace_integration_id, value, expires_at) values ('${key}', ${integration}, 'x', ${when})`,
    ],
    [
      'private.saml_assertions',
      '0',
      'assertion_id',
      (key, when) =>
        `(assertion_id, workspace_integration_id, expires_at) values ('${key}', ${integration}, ${when})`,
    ],
    [
      'private.email_claims',
      '1 day',
      'external_id',
      (key, when) => `(external_id, workspace_id, workspace_integration_id, email, created_at)
        values ('${key}', ${house.id}, ${integration}, 'claim@example.com', ${when})`,
    ],
    [
      'private.email_claims',
      '1 day',
      'external_id',
      (key, when) => `(external_id, workspace_id, workspace_integration_id, email, created_at, confirmed_at)
        values ('${key}', ${house.id}, ${integration}, 'claim@example.com', now() - interval '2 days', ${when})`,
    ],
    [
      'private.known_browsers',
      '400 days',
      'external_id',
      (key, when) => `(external_id, workspace_integration_id, email, browser_hash, confirmed_at)
        values ('${key}', ${integration}, 'known@example.com', 'browser', ${when})`,
    ],
    [
      'private.unsubscribe_tokens',
      '90 days',
      "convert_from(token_hash, 'utf8')",
      (key, when) => `(token_hash, workspace_id, user_id, created_at)
        values (convert_to('${key}', 'utf8'), ${house.id}, ${house.owner.id}, ${when})`,
    ],
    [
      'private.devices',
      '400 days',
      'family',
      (key, when) => `(family, user_id, last_seen_at) values ('${key}', ${house.owner.id}, ${when})`,
    ],
    [
      'private.ended_sessions',
      '90 days',
      'reason',
      (key, when) => `(reason, session_id, ended_at) values ('${key}', gen_random_uuid(), ${when})`,
    ],
    [
      'public.workspace_invitations',
      '90 days',
      "split_part(email, '@', 1)",
      (key, when) => `(email, workspace_id, token_hash, revoked_at)
        values ('${key}@example.com', ${house.id}, '\\x${key.charCodeAt(0)}', ${when})`,
    ],
  ]

  test.each(rows)('%s, from %s ago on', async (table, limit, key, insert) => {
    const [left, removed] = await undone(async (ask) => {
      // By letters, which keys may need: a is a microsecond before, b at, c a microsecond after the limit.
      for (const [index, moment] of MOMENTS.entries())
        await ask(`insert into ${table} ${insert('abc'[index] as string, ago(limit)[moment])}`)
      const [purged] = await ask<{ n: number }>('select private.purge_sign_in() as n')
      const kept = await ask<{ key: string }>(`select left(${key}, 1) as key from ${table} order by 1`)
      return [kept.map((row) => row.key), purged?.n]
    })
    expect(left).toEqual(['a', 'b'])
    expect(removed).toBe(1)
  })

  test('permits to change a password, and sessions that Auth has ended, and no others', async () => {
    const people = ['first', 'second', 'third']
    await undone(async (ask) => {
      for (const [index, name] of people.entries()) {
        const moment = ago('1 minute')[MOMENTS[index] as (typeof MOMENTS)[number]]
        const user = `insert into auth.users (id, email) values (gen_random_uuid(), '${name}-permit@example.com') returning id`
        await ask(`with u as (${user}) insert into private.password_permits (auth_id, tells, created_at, user_agent)
          select id, true, ${moment}, '${name}' from u`)
      }
      await ask(`insert into auth.sessions (id, user_id, created_at, updated_at)
        values ('00000000-0000-0000-0000-00000000000a', '${house.owner.authId}', now(), now())`)
      for (const end of ['a', 'b'])
        await ask(`insert into private.sessions (session_id, auth_id, method)
          values ('00000000-0000-0000-0000-00000000000${end}', '${house.owner.authId}', 'password') on conflict do nothing`)
      await ask('select private.purge_sign_in()')
      expect(await ask('select user_agent from private.password_permits order by created_at desc')).toEqual([
        { user_agent: 'first' },
        { user_agent: 'second' },
      ])
      expect(
        await ask(
          "select session_id from private.sessions where session_id::text like '%0000a' or session_id::text like '%0000b'",
        ),
      ).toEqual([{ session_id: '00000000-0000-0000-0000-00000000000a' }])
    })
  })

  test('digests after thirty days', async () => {
    const left = await undone(async (ask) => {
      await ask(`insert into private.digests (workspace_id, user_id, day)
        select ${house.id}, ${house.owner.id}, current_date - n from generate_series(29, 31) n`)
      await ask('select private.purge_sign_in()')
      return ask<{ days: number }>('select current_date - day as days from private.digests order by 1')
    })
    expect(left.map(({ days }) => days)).toEqual([29, 30])
  })
})

describe('a moment', () => {
  /** What is found when a column is as old as the limit, a microsecond younger, and a microsecond older. */
  async function around<T>(who: Person, limit: string, age: (when: string) => string, call: string) {
    const answers: T[] = []
    for (const moment of MOMENTS) {
      await world.as(who, async (ask) => {
        await ask('reset role')
        await ask(age(ago(limit)[moment]))
        const rows = await ask<{ found: T }>(`select ${call} as found`)
        answers.push(rows[0]?.found as T)
      })
    }
    return answers
  }

  test('ends an invitation', async () => {
    await world.db.query(
      "insert into public.workspace_invitations (workspace_id, email, token_hash) values ($1, 'ending@example.com', '\\xee')",
      [house.id],
    )
    const live = await around(
      house.owner,
      '0',
      (when) => `update public.workspace_invitations set expires_at = ${when} where token_hash = '\\xee'`,
      "(select private.is_live(i) from public.workspace_invitations i where token_hash = '\\xee')",
    )
    expect(live).toEqual([true, false, false])
  })

  test('ends a session, and its proof ten minutes after it', async () => {
    const who = await world.aPerson('sessions')
    const session = `private.session_of('${who.authId}', '${who.authId}')`
    const lives = await around(
      who,
      '0',
      (when) => `update auth.sessions set not_after = ${when} where id = '${who.authId}'`,
      `(${session}).id is not null`,
    )
    expect(lives).toEqual([true, false, false])
    const proven = await around<string>(
      who,
      '10 minutes',
      (when) => `update auth.sessions set created_at = ${when} where id = '${who.authId}'`,
      `${session}::text`,
    )
    expect(proven.map((row) => /,t\)$/.test(row))).toEqual([true, false, false])
  })

  test('takes a session off the list after sixty days', async () => {
    const who = await world.aPerson('listed-sessions')
    const other = '00000000-0000-0000-0000-00000000000c'
    const listed = await around(
      who,
      '60 days',
      (when) =>
        `insert into auth.sessions (id, user_id, created_at, updated_at) values ('${other}', '${who.authId}', ${when}, now())`,
      `(select count(*)::integer from public.my_sessions() where id = '${other}')`,
    )
    expect(listed).toEqual([1, 0, 0])
    const ended = await around(
      who,
      '0',
      (when) =>
        `insert into auth.sessions (id, user_id, created_at, updated_at, not_after) values ('${other}', '${who.authId}', now(), now(), ${when})`,
      `(select count(*)::integer from public.my_sessions() where id = '${other}')`,
    )
    expect(ended).toEqual([1, 0, 0])
  })

  test('ends a permit to change the password', async () => {
    const outcomes: string[] = []
    for (const moment of MOMENTS) {
      await undone(async (ask) => {
        const { authId } = house.owner
        await ask(
          `insert into private.password_permits (auth_id, tells, created_at) values ('${authId}', false, ${ago('1 minute')[moment]})`,
        )
        outcomes.push(
          await ask(`update auth.users set encrypted_password = 'new' where id = '${authId}'`).then(
            () => 'allowed',
            (error: Error) => error.message,
          ),
        )
      })
    }
    expect(outcomes).toEqual([
      'allowed',
      'allowed',
      'A password is changed in the account settings or by a mailed code.',
    ])
  })

  test('after an hour a first password is told by mail', async () => {
    const who = await world.aPerson('first-password')
    const tells: unknown[] = []
    for (const moment of MOMENTS) {
      await world.as(who, async (ask) => {
        await ask('reset role')
        await ask(
          `update public.users set has_password = false, created_at = ${ago('1 hour')[moment]} where id = ${who.id}`,
        )
        await ask('select public.permit_password_change()')
        const rows = await ask<{ tells: boolean }>(
          `select tells from private.password_permits where auth_id = '${who.authId}'`,
        )
        tells.push(rows[0]?.tells)
      })
    }
    expect(tells).toEqual([false, false, true])
  })

  test('is noted of a browser once a day', async () => {
    const { authId } = house.owner
    const updated: unknown[] = []
    for (const moment of MOMENTS) {
      await undone(async (ask) => {
        await ask(
          `insert into private.login_browsers (auth_id, browser_hash, used_at) values ('${authId}', 'daily', ${ago('1 day')[moment]})`,
        )
        await ask(`select private.keep_browser('${authId}', 'daily')`)
        const rows = await ask<{ noted: boolean }>(
          `select used_at = now() as noted from private.login_browsers where browser_hash = 'daily'`,
        )
        updated.push(rows[0]?.noted)
      })
    }
    expect(updated).toEqual([false, false, true])
  })

  test('ends the link that confirms an address', async () => {
    const who = await world.aPerson('confirming')
    const token = 'a-token-of-a-mail'
    const put = (
      when: string,
    ) => `insert into private.codes (purpose, email, subject, code_hash, token_hash, expires_at)
      values ('confirm_email', 'added@example.com', 'user:${who.id}', '\\x00', private.token_hash('${token}'), ${when})`
    const shown = await around(who, '0', put, `public.email_confirmation('${token}') is not null`)
    expect(shown).toEqual([true, false, false])
    const confirmed = await around<{ outcome: string }>(
      who,
      '0',
      put,
      `to_jsonb(public.confirm_email(p_token => '${token}'))`,
    )
    expect(confirmed.map(({ outcome }) => outcome)).toEqual(['confirmed', 'invalid_token', 'invalid_token'])
  })

  test('of the use of a workspace token is noted once a minute', async () => {
    const noted: unknown[] = []
    for (const moment of MOMENTS) {
      await undone(async (ask) => {
        await ask(`insert into public.machine_principals (workspace_id, name, token_hash, token_prefix, last_used_at)
          values (${house.id}, 'Token', extensions.digest('secret', 'sha256'), 'wmk_', ${ago('1 minute')[moment]})`)
        await ask("select public.svc_workspace_token('secret')")
        const rows = await ask<{ noted: boolean }>(
          `select last_used_at = now() as noted from public.machine_principals where workspace_id = ${house.id}`,
        )
        noted.push(rows[0]?.noted)
      })
    }
    expect(noted).toEqual([false, false, true])
  })
})
