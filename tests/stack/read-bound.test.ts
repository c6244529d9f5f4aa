// What one request may read through its embeds, and whose connections it may hold meanwhile.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphql } from '../../stack/graphql/index.ts'
import { createVerifier } from '../../stack/jwt.ts'
import { alterRoleHere } from '../support/database.ts'
import { type RestStack, startRest } from '../support/rest.ts'
import { type Served, serve } from '../support/services.ts'

const SCHEMA = `
  create table public.hubs (id int primary key);
  create table public.spokes (id int primary key, hub_id int references public.hubs, words text);
  insert into public.hubs values (1), (2);
  insert into public.spokes select n, 1, '' from generate_series(1, 60) as n;
  insert into public.spokes select 1000 + n, 2, repeat('x', 100000) from generate_series(1, 30) as n;
  create function public.all_hubs() returns setof public.hubs language sql stable as 'select * from public.hubs';
  create function public.held() returns void language sql set statement_timeout = '1min'
    as 'select pg_advisory_xact_lock_shared(7)';
  create index on public.spokes (hub_id);
  grant select on all tables in schema public to anon, authenticated;
  grant update on public.hubs to authenticated;
  grant execute on all functions in schema public to anon, authenticated;
  comment on schema public is '@graphql({"inflect_names": true})';
`

// What ends a request here is how much it reads; on a busy machine its time would run out first.
const PATIENT = ['anon', 'authenticated']
  .map((role) => alterRoleHere(role, "set statement_timeout = '1min'"))
  .join(';')

let rest: RestStack
let graphql: Served
beforeAll(async () => {
  rest = await startRest(SCHEMA + PATIENT)
  const { jwks, jwtSecret } = {
    jwks: { keys: [] },
    jwtSecret: 'another secret that nobody has to know at all',
  }
  graphql = await serve({
    '/graphql/v1': createGraphql({ engine: rest.engine, verify: createVerifier({ jwtSecret, jwks }) }),
  })
})
afterAll(async () => {
  await graphql.close()
  await rest.close()
})

/** `spokes(id,hubs(id,spokes(…)))`: there and back, `times` times. */
function spokes(times: number): string {
  return times === 1 ? 'spokes(id)' : `spokes(id,hubs(id,${spokes(times - 1)}))`
}

const TOO_MUCH = [400, 'PGRSTX01']

describe('embeds in embeds', () => {
  it.each(['anon', 'authenticated'])('are ended when their rows multiply, for %s', async (role) => {
    const token = role === 'anon' ? rest.anonKey : await rest.token()
    const few = await rest.ask(`/hubs?id=eq.1&select=id,${spokes(2)}`, { token })
    expect([few.status, few.json[0].spokes[59].hubs.spokes.length]).toEqual([200, 60])
    const many = await rest.ask(`/hubs?id=eq.1&select=id,${spokes(3)}`, { token })
    expect([many.status, many.json.code]).toEqual(TOO_MUCH)
  })
  it('are ended on what functions return and on what was changed, which then has not changed', async () => {
    const token = await rest.token()
    const called = await rest.ask(`/rpc/all_hubs?id=eq.1&select=id,${spokes(3)}`)
    expect([called.status, called.json.code]).toEqual(TOO_MUCH)
    const changed = await rest.ask(`/hubs?id=eq.1&select=id,${spokes(3)}`, {
      method: 'PATCH',
      token,
      body: { id: 1 },
      headers: { prefer: 'return=representation' },
    })
    expect([changed.status, changed.json.code]).toEqual(TOO_MUCH)
  })
  it('are ended by what the project gives a role: when few rows are large, or when nothing is found', async () => {
    const change = (what: string) => alterRoleHere('anon', what)
    const wide = () => rest.ask('/hubs?id=eq.2&select=id,spokes(words)')
    const inner = 'spokes!inner(hubs!inner(spokes!inner(hubs!inner(spokes!inner()))))'
    const none = () =>
      rest.ask(`/hubs?id=eq.1&select=id,${inner}&spokes.hubs.spokes.hubs.spokes.words=eq.none`)
    expect((await wide()).text.length).toBeGreaterThan(3_000_000)
    expect((await none()).json).toEqual([])
    await rest.admin.query(`${change("set waymark.max_read = '1000'")}; notify pgrst, 'reload config'`)
    await expect.poll(async () => (await wide()).json.code).toBe('PGRSTX01')
    expect((await none()).json.code).toBe('PGRSTX01')
    await rest.admin.query(`${change('reset waymark.max_read')}; notify pgrst, 'reload config'`)
    await expect.poll(async () => (await wide()).status).toBe(200)
  })
  it('may be as many as their pages allow', async () => {
    const pages = 'spokes.limit=10&spokes.hubs.spokes.limit=10&spokes.hubs.spokes.hubs.spokes.limit=10'
    expect((await rest.ask(`/hubs?id=eq.1&select=id,${spokes(3)}&${pages}`)).status).toBe(200)
  })
  it('have a depth and a number', async () => {
    expect((await rest.ask(`/hubs?select=id,${spokes(4)}&limit=0`)).status).toBe(200)
    expect((await rest.ask(`/hubs?select=id,${spokes(5)}&limit=0`)).json.code).toBe('PGRST100')
    const beside = (count: number) => Array.from({ length: count }, (_, index) => `a${index}:hubs(id)`).join()
    expect((await rest.ask(`/spokes?select=${beside(50)}`)).status).toBe(200)
    const answer = await rest.ask(`/spokes?select=${beside(51)}`)
    expect([answer.status, answer.json.code]).toEqual([400, 'PGRSTX02'])
  })
})

describe('lists in lists of GraphQL', () => {
  const lists = (times: number): string =>
    times === 1
      ? 'spokesCollection(first: 60) { edges { node { id } } }'
      : `spokesCollection(first: 60) { edges { node { hub { ${lists(times - 1)} } } } }`
  const ask = async (query: string) => {
    const response = await fetch(`${graphql.url}/graphql/v1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    return (await response.json()) as { data: unknown; errors?: { message: string }[] }
  }
  it('of ten are read five deep, whatever their pages of sixty could hold', async () => {
    await rest.admin.query(`
      insert into public.hubs values (3);
      insert into public.spokes select 2000 + n, 3, '' from generate_series(1, 10) as n;`)
    const query = `{ hubsCollection(filter: {id: {eq: 3}}) { edges { node { ${lists(5)} } } } }`
    const answer = await ask(query)
    expect(answer.errors).toBeUndefined()
    expect(JSON.stringify(answer.data).match(/"id":/g)).toHaveLength(100_000)
  })
  it('whose rows multiply are ended', async () => {
    const answer = await ask(`{ hubsCollection(filter: {id: {eq: 1}}) { edges { node { ${lists(4)} } } } }`)
    expect(answer).toEqual({
      data: null,
      errors: [
        {
          message:
            'Query reads more than one request may. Ask for smaller pages with "first" or "last", or for fewer lists in lists',
        },
      ],
    })
  })
})

describe('an answer', () => {
  it('that is larger than any may be ends its request, and nothing else', async () => {
    const columns = Array.from({ length: 50 }, (_, n) => `w${n}:words`).join(',')
    const wide = await rest.ask(`/spokes?id=gt.1000&select=${columns}`, { token: await rest.token() })
    expect([wide.status, wide.json.code]).toEqual(TOO_MUCH)
    expect((await rest.ask('/hubs?select=id&id=lte.2')).json).toHaveLength(2)
  })
})

describe('connections', () => {
  it('of visitors are few, and one address takes half of them', async () => {
    const admin = new pg.Client({ connectionString: rest.admin.options.connectionString ?? '' })
    await admin.connect()
    await admin.query('select pg_advisory_lock(7)')
    let answered = 0
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const held = Array.from({ length: 12 }, () =>
      rest.ask('/rpc/held', { method: 'POST', body: {}, ...from('192.0.2.1') }).then(({ status }) => {
        answered++
        return status
      }),
    )
    const waiting = () =>
      admin.query(
        `select count(*)::int from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
      )
    await expect.poll(async () => (await waiting()).rows[0].count).toBeGreaterThan(1)
    expect((await rest.ask('/hubs?select=id&id=eq.1', from('192.0.2.2'))).status).toBe(200)
    expect((await rest.ask('/hubs?select=id&id=eq.1', { token: await rest.token() })).status).toBe(200)
    expect([answered, (await waiting()).rows[0].count]).toEqual([0, 2])
    await admin.end()
    expect(new Set(await Promise.all(held))).toEqual(new Set([204]))
  })
  it('of one person are half at most', async () => {
    const admin = new pg.Client({ connectionString: rest.admin.options.connectionString ?? '' })
    await admin.connect()
    await admin.query('select pg_advisory_lock(7)')
    const token = await rest.token()
    const held = Array.from({ length: 12 }, () => rest.ask('/rpc/held', { method: 'POST', body: {}, token }))
    const waiting = () =>
      admin.query(
        `select count(*)::int from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
      )
    await expect.poll(async () => (await waiting()).rows[0].count).toBe(5)
    expect((await rest.ask('/hubs?select=id&id=eq.1', { token: await rest.token() })).status).toBe(200)
    await admin.end()
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(12).fill(204))
  })
})
