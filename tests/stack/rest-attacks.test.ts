// What an attacker tries: SQL in every position, hidden schemas, bad tokens, other tenants' rows, gone clients.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AskOptions, type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
beforeAll(async () => {
  rest = await startRest(readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8'), { poolSize: 4 })
})
afterAll(() => rest.close())

// Roles are of all databases: one of another test may come and go.
const world = async () =>
  (
    await rest.admin.query(`select (select count(*) from public.projects) as projects, (select count(*) from public.clients) as clients,
      (select count(*) from private.secrets) as secrets, (select count(*) from pg_roles where rolname !~ '^rest_reporter_') as roles,
      (select count(*) from pg_class) as relations`)
  ).rows[0]

// What HTTP lets into a header.
const headerSafe = (text: string) => text.replace(/[^\x20-\x7e]/g, '')

describe('SQL', () => {
  const evil = [
    `1; drop table public.projects; --`,
    `1' or '1'='1`,
    `1" or "1"="1`,
    `') or 1=1 --`,
    `x\\'; select pg_sleep(9); --`,
    `$1; delete from public.clients`,
    `$$; delete from public.clients; $$`,
    `(select word from private.secrets)`,
    `"; drop table public.projects; --`,
    `a"."b"; reset role; select "`,
    `\u0000`,
    `*/ union select word from private.secrets /*`,
    `%27%3B%20drop%20table%20public.projects`,
  ]
  const positions: [string, (text: string) => [string, AskOptions?]][] = [
    ['a table', (text) => [`/${encodeURIComponent(text)}`]],
    ['a column', (text) => [`/projects?${encodeURIComponent(text)}=eq.1`]],
    ['a quoted column', (text) => [`/projects?${encodeURIComponent(`"${text}"`)}=eq.1`]],
    ['an operator', (text) => [`/projects?id=${encodeURIComponent(`${text}.1`)}`]],
    ['a value', (text) => [`/projects?select=id&name=eq.${encodeURIComponent(text)}`]],
    ['a pattern', (text) => [`/projects?select=id&name=like.${encodeURIComponent(text)}`]],
    ['a list', (text) => [`/projects?select=id&name=in.(${encodeURIComponent(text)})`]],
    ['an array', (text) => [`/projects?select=id&name=eq(any).{${encodeURIComponent(text)}}`]],
    ['a full-text configuration', (text) => [`/projects?select=id&name=fts(${encodeURIComponent(text)}).x`]],
    ['a full-text query', (text) => [`/projects?select=id&name=plfts.${encodeURIComponent(text)}`]],
    ['a logic tree', (text) => [`/projects?select=id&or=(${encodeURIComponent(`name.eq.${text}`)})`]],
    ['a selected column', (text) => [`/projects?select=${encodeURIComponent(text)}`]],
    [
      'an alias',
      (text) => [`/projects?limit=1&select=${encodeURIComponent(`"${text.replace(/["\\]/g, '\\$&')}":id`)}`],
    ],
    ['a cast', (text) => [`/projects?select=id::${encodeURIComponent(text)}`]],
    ['a JSON path', (text) => [`/projects?select=name->${encodeURIComponent(text)}`]],
    [
      'a quoted JSON key',
      (text) => [
        `/projects?limit=1&select=a:tags->${encodeURIComponent(`"${text.replace(/["\\]/g, '\\$&')}"`)}`,
      ],
    ],
    ['an embed', (text) => [`/projects?select=${encodeURIComponent(text)}(*)`]],
    ['a hint', (text) => [`/projects?select=tasks!${encodeURIComponent(`"${text}"`)}(*)`]],
    ['an order', (text) => [`/projects?select=id&order=${encodeURIComponent(text)}`]],
    ['an order direction', (text) => [`/projects?select=id&order=id.${encodeURIComponent(text)}`]],
    ['a limit', (text) => [`/projects?select=id&limit=${encodeURIComponent(text)}`]],
    ['an offset', (text) => [`/projects?select=id&offset=${encodeURIComponent(text)}`]],
    [
      'columns',
      (text) => [
        `/clients?columns=${encodeURIComponent(text)}`,
        { method: 'POST', body: {}, token: rest.serviceKey },
      ],
    ],
    [
      'on_conflict',
      (text) => [
        `/clients?on_conflict=${encodeURIComponent(text)}`,
        {
          method: 'POST',
          body: { name: 'Acme' },
          token: rest.serviceKey,
          headers: { Prefer: 'resolution=merge-duplicates' },
        },
      ],
    ],
    [
      'a payload key',
      (text) => ['/clients', { method: 'POST', body: { [text]: 1 }, token: rest.serviceKey }],
    ],
    [
      'a payload',
      (text) => [
        '/clients?columns=name',
        {
          method: 'POST',
          body: `{"name": ${text}`,
          headers: { 'Content-Type': 'application/json' },
          token: rest.serviceKey,
        },
      ],
    ],
    ['a function', (text) => [`/rpc/${encodeURIComponent(text)}`, { method: 'POST', body: {} }]],
    ['an argument name', (text) => ['/rpc/say', { method: 'POST', body: { [text]: 'x' } }]],
    ['an argument', (text) => [`/rpc/add?a=${encodeURIComponent(text)}`]],
    ['a variadic argument', (text) => [`/rpc/many?v=${encodeURIComponent(text)}&v=1`]],
    ['a Range', (text) => ['/projects?select=id', { headers: { Range: headerSafe(text) } }]],
    [
      'Prefer',
      (text) => [
        '/projects?select=id',
        { headers: { Prefer: `timezone=${headerSafe(text)}, count=${headerSafe(text)}` } },
      ],
    ],
    ['a profile', (text) => ['/projects?select=id', { headers: { 'Accept-Profile': headerSafe(text) } }]],
    [
      'a header',
      (text) => [
        '/rpc/whoami',
        { headers: { 'X-Agent': headerSafe(text), Cookie: `${headerSafe(text)}=1` } },
      ],
    ],
  ]
  it.each(positions)('in %s stays text', async (_, ask) => {
    const before = await world()
    for (const text of evil) {
      const answer = await rest.ask(...ask(text))
      expect(answer.text).not.toContain('hunter2')
      expect(String(answer.json?.code), `${text}: ${answer.text}`).not.toMatch(
        /^(42601|XX000|PGRSTX00|PGRST001)$/,
      )
      expect(answer.status).toBeLessThan(500)
    }
    expect(await world()).toEqual(before)
  })
  it('in a value finds exactly that value', async () => {
    const name = `'; drop table public.projects; -- "\\$1`
    const made = await rest.ask('/clients?select=name', {
      method: 'POST',
      body: { name },
      token: rest.serviceKey,
      headers: { Prefer: 'return=representation' },
    })
    expect(made.json).toEqual([{ name }])
    expect((await rest.ask(`/clients?select=name&name=eq.${encodeURIComponent(name)}`)).json).toEqual([
      { name },
    ])
    expect(
      (
        await rest.ask(
          `/clients?select=${encodeURIComponent(`"${name.replace(/["\\]/g, '\\$&')}":id`)}&id=eq.1`,
        )
      ).json,
    ).toEqual([{ [name]: 1 }])
    await rest.ask(`/clients?name=eq.${encodeURIComponent(name)}`, {
      method: 'DELETE',
      token: rest.serviceKey,
    })
  })
  it('too long to be a mistyped name gets no hint, which would cost as much as both are long', async () => {
    const near = await rest.ask('/rpc/take_arra')
    expect(near.json.hint).toContain('take_array')
    const far = await rest.ask(`/rpc/take_array${'y'.repeat(200)}`)
    expect([far.status, far.json.hint]).toEqual([404, null])
    const keys = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, n]))
    const called = await rest.ask('/rpc/take_array', { method: 'POST', body: keys })
    expect([called.status, called.json.hint]).toEqual([404, null])
  })
  it('too deep to read is refused, not followed', async () => {
    const deep = `${'and('.repeat(1000)}id.eq.1${')'.repeat(1000)}`
    expect((await rest.ask(`/projects?or=(${deep})`)).status).toBe(400)
    expect((await rest.ask(`/projects?select=${'tasks('.repeat(1000)}id${')'.repeat(1000)}`)).status).toBe(
      400,
    )
    const json = `{"v":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const called = await rest.ask('/rpc/take_array', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: json,
      token: rest.serviceKey,
    })
    expect([called.status, called.json.hint]).toEqual([400, null])
  })
})

describe('hidden things', () => {
  it.each(['anon', 'authenticated'] as const)('in schema private are out of reach for %s', async (role) => {
    const token = role === 'anon' ? rest.anonKey : await rest.token()
    for (const path of [
      '/secrets',
      '/private.secrets',
      '/rpc/reveal',
      '/rpc/private.reveal',
      `/${encodeURIComponent('"private"."secrets"')}`,
    ]) {
      const answer = await rest.ask(path, { token })
      expect([answer.status, answer.text.includes('hunter2')]).toEqual([404, false])
    }
    for (const name of ['Accept-Profile', 'Content-Profile']) {
      const answer = await rest.ask('/secrets', {
        token,
        method: name === 'Accept-Profile' ? 'GET' : 'POST',
        headers: { [name]: 'private' },
        ...(name === 'Content-Profile' && { body: {} }),
      })
      expect([answer.status, answer.json.code]).toEqual([406, 'PGRST106'])
    }
    expect((await rest.ask('/pg_authid', { token })).status).toBe(404)
    expect((await rest.ask('/users', { token, headers: { 'Accept-Profile': 'auth' } })).status).toBe(406)
    expect(
      (await rest.ask('/rpc/set_config?setting_name=role&new_value=postgres&is_local=false', { token }))
        .status,
    ).toBe(404)
  })
  it('are columns that a role was not granted', async () => {
    expect((await rest.ask('/projects?select=id,name&id=eq.1')).status).toBe(200)
    for (const path of [
      '/projects?select=secret',
      '/projects',
      '/projects?select=id&secret=eq.s1',
      '/projects?select=id&order=secret',
      '/tasks?select=id,projects(secret)',
    ]) {
      const answer = await rest.ask(path)
      expect([answer.status, answer.json.code]).toEqual([401, '42501'])
    }
  })
})

describe('tokens', () => {
  it.each([
    ['expired', () => rest.token({}, Math.floor(Date.now() / 1000) - 60), 'PGRST303'],
    ['with a broken signature', async () => `${(await rest.token()).slice(0, -4)}AAAA`, 'PGRST301'],
    [
      'without a signature',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`,
      'PGRST301',
    ],
    ['that are no tokens', async () => 'nonsense', 'PGRST301'],
  ])('%s are refused', async (_, make, code) => {
    const answer = await rest.ask('/clients', { token: await make() })
    expect(answer.status).toBe(401)
    expect(answer.json.code).toBe(code)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })
  it.each(['postgres', 'supabase_admin', 'pg_read_all_data'])(
    'of the role %s become nobody',
    async (role) => {
      const answer = await rest.ask('/clients', { token: await rest.token({ role }) })
      expect([answer.status, answer.json.code]).toEqual([403, '42501'])
      expect(answer.json.message).toContain('permission denied to set role')
    },
  )
  it('that were left out behind their scheme are refused, whatever key is beside them', async () => {
    const answer = await rest.ask('/clients', { headers: { Authorization: 'Bearer', apikey: rest.anonKey } })
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      401,
      'PGRST301',
      'Empty JWT is sent in Authorization header',
    ])
  })
})

describe('pooled connections', () => {
  const grants = async () =>
    (
      await rest.admin.query(`select (select md5(string_agg(relname || coalesce(relacl::text, ''), ',' order by oid)) from pg_class) as relations,
        (select md5(string_agg(proname || coalesce(proacl::text, ''), ',' order by oid)) from pg_proc) as functions,
        (select md5(string_agg(nspname || coalesce(nspacl::text, ''), ',' order by oid)) from pg_namespace) as schemas,
        (select md5(string_agg(attname || attacl::text, ',' order by attrelid, attnum)) from pg_attribute where attacl is not null) as columns,
        (select md5(string_agg(defaclacl::text, ',' order by oid)) from pg_default_acl) as defaults,
        (select md5(string_agg(roleid::text || member::text, ',' order by roleid, member)) from pg_auth_members) as members`)
    ).rows[0]

  it('leave no role, claim or row behind when two tenants hammer with failing calls mixed in', async () => {
    await rest.admin.query(
      `insert into public.notes (tenant, body) select t, t || i from unnest(array['north', 'south']) t, generate_series(1, 20) i`,
    )
    const before = await grants()
    let left = 1_000
    const hammer = async (tenant: string) => {
      const token = await rest.token({ tenant })
      const steps: [string, AskOptions, (json: unknown, status: number) => void][] = [
        [
          '/notes?select=tenant,body',
          {},
          (json) =>
            expect(new Set((json as { tenant: string }[]).map((note) => note.tenant))).toEqual(
              new Set([tenant]),
            ),
        ],
        [
          '/rpc/whoami',
          {},
          (json) => expect(json).toMatchObject({ role: 'authenticated', claims: { tenant } }),
        ],
        [
          '/rpc/fail',
          { method: 'POST', body: { code: 'P0001', message: 'no' } },
          (_, status) => expect(status).toBe(400),
        ],
        [
          '/notes',
          { method: 'POST', body: { tenant: tenant === 'north' ? 'south' : 'north', body: 'forged' } },
          (_, status) => expect(status).toBe(403),
        ],
        [
          '/notes?id=gt.0&select=tenant',
          { method: 'PATCH', body: { body: '' }, headers: { Prefer: 'return=representation' } },
          (_, status) => expect(status).toBe(400),
        ],
        [
          '/notes?id=gt.0&select=tenant',
          {
            method: 'PATCH',
            body: { body: 'mine' },
            headers: { Prefer: 'return=representation', Accept: 'application/vnd.pgrst.object+json' },
          },
          (_, status) => expect(status).toBe(406),
        ],
        ['/notes?id=eq.x', {}, (_, status) => expect(status).toBe(400)],
        ['/projects?select=nope', {}, (_, status) => expect(status).toBe(400)],
      ]
      while (left-- > 0) {
        const [path, options, check] = steps[Math.floor(Math.random() * steps.length)] ?? steps[0] ?? []
        if (!path || !check) break
        const answer = await rest.ask(path, { ...options, token })
        check(answer.json, answer.status)
      }
    }
    const anonymous = async () => {
      while (left-- > 0) {
        const notes = await rest.ask('/notes')
        expect([notes.status, notes.json.code]).toEqual([401, '42501'])
        expect((await rest.ask('/rpc/whoami')).json).toMatchObject({ role: 'anon', claims: { role: 'anon' } })
      }
    }
    await Promise.all([
      ...Array.from({ length: 4 }, () => [hammer('north'), hammer('south')]).flat(),
      anonymous(),
      anonymous(),
    ])
    expect(await grants()).toEqual(before)
    const { rows } = await rest.admin.query(
      `select distinct tenant, body from public.notes where body in ('forged', 'mine', '')`,
    )
    expect(rows).toEqual([])
    const sessions = await rest.admin.query(
      `select distinct state from pg_stat_activity where application_name = 'waymark-rest' and datname = current_database()`,
    )
    expect(sessions.rows).toEqual([{ state: 'idle' }])
  })

  it('keep answering when more different statements come than they remember', async () => {
    const answers = Array.from({ length: 400 }, async (_, index) => {
      const broken = index % 7 === 0
      const answer = await rest.ask(`/clients?select=a${index}:id&id=eq.${broken ? 'x' : 1}`)
      expect([answer.status, answer.json]).toEqual(
        broken ? [400, expect.objectContaining({ code: '22P02' })] : [200, [{ [`a${index}`]: 1 }]],
      )
    })
    await Promise.all(answers)
  })

  it('come back when clients go away in the middle', async () => {
    const abandon = (path: string) =>
      new Promise<void>((resolve) => {
        const going = request(`${rest.url}/rest/v1${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${rest.serviceKey}`, 'Content-Type': 'application/json' },
        })
        going.on('error', () => resolve())
        going.end(JSON.stringify({ seconds: 0.3 }), () => going.destroy())
        going.on('close', () => resolve())
      })
    await Promise.all(Array.from({ length: 30 }, () => abandon('/rpc/sleepy')))
    expect((await rest.ask('/clients?select=id&id=eq.1')).json).toEqual([{ id: 1 }])
    await expect.poll(() => rest.engine.sessions.usage, { timeout: 10_000 }).toMatchObject({ waiting: 0 })
    await expect
      .poll(() => rest.engine.sessions.usage.idle === rest.engine.sessions.usage.total, { timeout: 10_000 })
      .toBe(true)
  })

  it('are replaced when the database cuts them off', async () => {
    await Promise.all(Array.from({ length: 4 }, () => rest.ask('/clients?select=id')))
    await rest.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'waymark-%' and datname = current_database()`,
    )
    await expect.poll(async () => (await rest.ask('/clients?select=id&id=eq.1')).status).toBe(200)
    await rest.admin.query('create table public.after_cut (id int); grant select on public.after_cut to anon')
    await expect.poll(async () => (await rest.ask('/after_cut')).status, { timeout: 15_000 }).toBe(200)
  })
})
