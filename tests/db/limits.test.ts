// What is counted: the limit itself is within, one more is not. Each in a transaction that is undone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxImportBytes, maxImportFiles } from '../../supabase/functions/_shared/domain/imports.ts'
import { anIntegration, settings } from './support/identity.ts'
import { type Ask, aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('limited')
})
afterAll(() => world.end())

/** Runs as the owner of the database, in a transaction that is undone. */
async function undone<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  return world.as(null, async (ask) => {
    await ask('reset role')
    return work(ask)
  })
}

/** Which calls, of so many after each other, had to wait: their numbers. `n` counts the calls. */
async function waiting(ask: Ask, calls: number, wait: string): Promise<number[]> {
  const rows = await ask<{ n: number }>(
    `select n from (select n, ${wait} as wait from generate_series(1, ${calls}) n) tried where wait > 0 order by n`,
  )
  return rows.map(({ n }) => n)
}

describe('who guesses passwords', () => {
  const lookup = (who: string, client: string, browser = 'null') =>
    `(public.svc_login_lookup(${who}, ${client}, ${browser})).retry_after`
  const basic = (who: string, client: string) => `public.svc_basic_attempt(1, ${who}, ${client})`

  test.each([
    ['here', lookup],
    ['at a directory', basic],
  ])('%s has twenty guesses at an account, 300 at all, from one client', async (_, attempt) => {
    expect(await undone((ask) => waiting(ask, 21, attempt("'ada'", "'192.0.2.1'")))).toEqual([21])
    expect(await undone((ask) => waiting(ask, 301, attempt("'ada-' || n", "'192.0.2.1'")))).toEqual([301])
  })

  test.each([
    ['here', lookup],
    ['at a directory', basic],
  ])(
    '%s is slow at an account after forty guesses from everywhere: one in ten seconds',
    async (_, attempt) => {
      await undone(async (ask) => {
        expect(await waiting(ask, 40, attempt("'ada'", "'198.51.100.' || n"))).toEqual([])
        expect(await waiting(ask, 2, attempt("'ada'", "'203.0.113.1'"))).toEqual([2])
        expect(await waiting(ask, 1, attempt("'ada'", "'203.0.113.2'"))).toEqual([])
      })
    },
  )

  test('in a browser that is known has twenty guesses, whatever strangers did', async () => {
    await undone(async (ask) => {
      await ask('select private.keep_browser($1, $2)', [house.owner.authId, 'known'])
      const known = lookup("'owner-limited@example.com'", "'192.0.2.1'", "'known'")
      await waiting(ask, 30, lookup("'owner-limited@example.com'", "'192.0.2.1'"))
      expect(await waiting(ask, 21, known)).toEqual([21])
    })
  })

  test('is a stranger in the browser that was used last but twenty', async () => {
    const left = await undone(async (ask) => {
      const other = await ask(
        "insert into auth.users (id, email) values (gen_random_uuid(), 'other-browsers@example.com') returning id",
      )
      await ask(
        `insert into private.login_browsers (auth_id, browser_hash, used_at)
        select $1, 'b' || n, now() - n * interval '1 hour' from generate_series(1, 20) n`,
        [house.owner.authId],
      )
      await ask(
        "insert into private.login_browsers (auth_id, browser_hash, used_at) values ($1, 'neighbour', now() - interval '1 year')",
        [other[0]?.id],
      )
      await ask('select private.keep_browser($1, $2)', [house.owner.authId, 'fresh'])
      return ask<{ browser_hash: string }>(
        'select browser_hash from private.login_browsers order by used_at desc',
      )
    })
    const names = left.map(({ browser_hash }) => browser_hash)
    expect(names).toEqual(['fresh', ...Array.from({ length: 19 }, (_, n) => `b${n + 1}`), 'neighbour'])
  })
})

test('somebody looks for their workspaces five times, a client sixty times', async () => {
  const find = (who: string) => `public.svc_mail_workspaces(${who}, '192.0.2.1')`
  expect(await undone((ask) => waiting(ask, 6, find("'ada@example.com'")))).toEqual([6])
  expect(await undone((ask) => waiting(ask, 61, find("'ada-' || n || '@example.com'")))).toEqual([61])
})

test('sixty refused sign-ins of a cause in a quarter of an hour are on the trail one by one', async () => {
  const integration = await anIntegration(world, house, 'saml', settings.saml)
  const events = await undone(async (ask) => {
    await ask(
      `select public.svc_log_sign_in_refused($1, 'answer', 'wrong', '192.0.2.' || n) from generate_series(1, 61) n`,
      [integration],
    )
    return ask(
      `select 1 from public.activity_events where workspace_id = $1 and type = 'workspace.sign_in.refused'`,
      [house.id],
    )
  })
  expect(events).toHaveLength(60)
})

test('whose name was used for a refused sign-in is looked up, not read through', async () => {
  const config = { ...settings.saml, entryPoint: 'https://idp.example.com/another' }
  const integration = await anIntegration(world, house, 'saml', config, { p_name: 'Another' })
  const [few, many] = await undone(async (ask) => {
    // Of what the call itself writes none is counted twice.
    const blocks = async (name: string) => {
      const call = `select public.svc_log_sign_in_refused(${integration}, 'wrong_password', 'wrong', '192.0.2.1', '${name}')`
      await ask(call)
      const [row] = await ask<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${call}`,
      )
      const plan = row?.['QUERY PLAN'][0].Plan ?? {}
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    }
    const alone = await blocks('nobody')
    // Nobody is told of them: that would be most of the work.
    await ask('alter table public.external_users disable trigger user')
    await ask(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username)
       select $1, $2, 'x' || n, 'User ' || n from generate_series(1, 20000) n`,
      [house.owner.id, integration],
    )
    await ask('analyze public.external_users')
    return [alone, await blocks('USER 19999')]
  })
  expect(many).toBeLessThan((few ?? 0) + 60)
})

describe('a day', () => {
  /** How the last two of so many calls by somebody end, the counter being at `before` already. */
  async function ends(who: Person, key: string, before: number, calls: [string, unknown[]][]) {
    return world.as(who, async (ask) => {
      await ask('reset role')
      await ask('select private.throttle_hit($1, 1, 86400) from generate_series(1, $2)', [key, before])
      await ask('set local role authenticated')
      const ended: string[] = []
      for (const [call, values] of calls) {
        await ask('savepoint call')
        ended.push(
          await ask(`select ${call}`, values).then(
            () => 'allowed',
            (error: Error) => error.message,
          ),
        )
        if (ended.at(-1) !== 'allowed') await ask('rollback to savepoint call')
      }
      return ended
    })
  }
  const tooMany = 'Too many invitations were sent. Please try again tomorrow.'
  const invite = (email: string): [string, unknown[]] => ['public.invite_member($1, $2)', [house.id, email]]

  test('has five invitations of a workspace to one address', async () => {
    const again = invite('often@example.com')
    const key = `invitation:${house.id}:often@example.com`
    expect(await ends(house.owner, key, 4, [again])).toEqual(['allowed'])
    expect(await ends(house.owner, key, 5, [again, invite('another@example.com')])).toEqual([
      tooMany,
      'allowed',
    ])
  })

  test('has a thousand invitations of a workspace', async () => {
    const key = `invitation-from:${house.id}`
    const both = [invite('nine@example.com'), invite('ten@example.com')]
    expect(await ends(house.owner, key, 999, both)).toEqual(['allowed', tooMany])
  })

  test('has twenty mails with invitations to one address, and the others in one', async () => {
    const mails = await world.as(house.owner, async (ask) => {
      await ask('reset role')
      await ask(
        "select private.throttle_hit('invitation-to:much@example.com', 1, 86400) from generate_series(1, 19)",
      )
      await ask("select public.invite_member($1, 'much@example.com')", [house.id])
      const direct = await ask(
        "select template from private.outbox_mails where recipient = 'much@example.com'",
      )
      await ask('update public.workspace_invitations set revoked_at = now() where workspace_id = $1', [
        house.id,
      ])
      await ask("select public.invite_member($1, 'much@example.com')", [house.id])
      return [
        direct,
        await ask(
          "select template from private.outbox_mails where recipient = 'much@example.com' order by id",
        ),
      ]
    })
    expect(mails).toEqual([
      [{ template: 'invitation' }],
      [{ template: 'invitation' }, { template: 'invitations' }],
    ])
  })

  test('has twenty requests to join', async () => {
    const who = await world.aPerson('joins-often')
    const asked = await undone(async (ask) => {
      const key = `join:${who.id}`
      await ask('select private.throttle_hit($1, 1, 86400) from generate_series(1, 19)', [key])
      const places = await ask<{ id: string }>(
        `select (private.create_workspace($1, 'joined-' || n, 'Joined')).id from generate_series(1, 2) n`,
        [house.owner.id],
      )
      const answers: string[] = []
      for (const { id } of places)
        answers.push(
          await ask("select private.request_to_join($1, $2, '192.0.2.1')", [id, who.id]).then(
            () => 'allowed',
            (error: Error) => error.message,
          ),
        )
      return answers
    })
    expect(asked).toEqual(['allowed', 'You have asked to join too many workspaces today.'])
  })
})

describe('of', () => {
  test('approved domains a workspace has 500', async () => {
    const add = async (already: number) =>
      undone(async (ask) => {
        await ask(
          `insert into public.approved_domains (workspace_id, domain) select $1, 'd' || n || '.example' from generate_series(1, $2) n`,
          [house.id, already],
        )
        return ask("insert into public.approved_domains (workspace_id, domain) values ($1, 'last.example')", [
          house.id,
        ]).then(
          () => 'allowed',
          (error: Error) => error.message,
        )
      })
    expect(await add(499)).toBe('allowed')
    expect(await add(500)).toBe('A workspace has at most 500 approved domains.')
  })

  test('metadata an account has 1 KB', async () => {
    const put = (length: number) =>
      undone((ask) =>
        ask(
          `update auth.users set raw_user_meta_data = jsonb_build_object('k', repeat('x', $2)) where id = $1`,
          [house.owner.authId, length - '{"k": ""}'.length],
        ).then(
          () => 'allowed',
          (error: Error) => error.message,
        ),
      )
    expect(await put(1024)).toBe('allowed')
    expect(await put(1025)).toBe('The metadata of an account has at most 1 KB.')
  })

  test('addresses that a provider calls verified fifty count, the primary one first', async () => {
    const [row] = await undone((ask) =>
      ask<{
        found: string[]
      }>(`select private.verified_emails((select jsonb_agg(jsonb_build_object('email', 'e' || n || '@example.com',
        'verified', true, 'primary', n = 51)) from generate_series(1, 51) n)) as found`),
    )
    expect(row?.found).toHaveLength(50)
    expect([row?.found[0], row?.found.at(-1)]).toEqual(['e51@example.com', 'e49@example.com'])
  })

  test("a picture's address 2,000 letters count, and only the web's", async () => {
    const filled = async (url: string) =>
      undone(async (ask) => {
        await ask('update public.users set avatar_url = null where id = $1', [house.owner.id])
        await ask("select private.fill_profile($1, jsonb_build_object('avatar_url', $2::text))", [
          house.owner.id,
          url,
        ])
        const [user] = await ask<{ avatar_url: string | null }>(
          'select avatar_url from public.users where id = $1',
          [house.owner.id],
        )
        return user?.avatar_url ?? null
      })
    const url = (length: number) => 'https://example.com/'.padEnd(length, 'x')
    expect(await filled(url(2000))).toBe(url(2000))
    expect(await filled(url(2001))).toBeNull()
    expect(await filled('javascript:alert(1)')).toBeNull()
  })

  test("a workspace token's name 200 letters count", async () => {
    const named = (length: number) =>
      world.said(house.owner, "public.create_workspace_token($1, repeat('n', $2))", [house.id, length])
    expect(await named(200)).toBe('allowed')
    expect(await named(201)).toBe('Must be no more than 200 characters.')
  })

  test("a project's slug two letters are enough, and one is made longer", async () => {
    const slug = async (name: string) => {
      const [made] = await world.as(house.owner, (ask) =>
        ask<{ slug: string }>('select ((public.create_project($1, $2)).project).slug', [house.id, name]),
      )
      return made?.slug
    }
    expect(await slug('Ab')).toBe('ab')
    expect(await slug('A')).toBe('project-a')
  })
})

test('what may be imported is one number here, in Storage and in what people are told', async () => {
  const { rows } = await world.db.query(
    `select private.most_import_bytes()::int as bytes, private.most_import_files() as files,
       (select array_agg(distinct b.file_size_limit::int) from storage.buckets b where b.id in ('uploads', 'files')) as stored`,
  )
  expect(rows).toEqual([{ bytes: maxImportBytes, files: maxImportFiles, stored: [maxImportBytes] }])
})
