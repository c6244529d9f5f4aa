// One request has one time for everything it asks for, and none once nobody waits for its answer.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { alterRoleHere } from '../support/database.ts'
import { type GraphStack, startGraphql } from '../support/graphql.ts'
import { type RestStack, startRest } from '../support/rest.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const SCHEMA = `
  create table public.words (id int primary key, word text not null);
  create table public.slow (id int primary key);
  insert into public.words values (1, 'one');
  create function public.nap(seconds float) returns boolean language sql stable as 'select pg_sleep(seconds) is null';
  create function public.note() returns void language plpgsql as $$
    begin perform pg_sleep(2); insert into public.words values (2, 'two'); end $$;
  grant select on public.words, public.slow to anon, authenticated, service_role;
  grant insert on public.words to authenticated;`

let rest: RestStack
let graph: GraphStack
beforeAll(async () => {
  rest = await startRest(SCHEMA, { poolSize: 2, visitorPoolSize: 1 })
  graph = await startGraphql(SCHEMA)
})
afterAll(async () => {
  await rest?.close()
  await graph?.close()
})

const inDatabase = (change: string) => alterRoleHere('authenticated', change)

const napping = async () => {
  const { rows } = await rest.admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  )
  return rows[0]?.count
}

describe('the time of a request', () => {
  it('is one for all fields of a query', async () => {
    await graph.change(inDatabase(`set statement_timeout = '2s'`))
    const token = await graph.token()
    const naps = (count: number, seconds: number) =>
      graph.ask(
        `{ ${Array.from({ length: count }, (_, n) => `a${n}: nap(seconds: ${seconds})`).join(' ')} }`,
        {
          token,
        },
      )
    expect(await naps(20, 0.2)).toEqual({
      data: null,
      errors: [{ message: 'canceling statement due to statement timeout' }],
    })
    expect(await naps(3, 0)).toEqual({ data: { a0: false, a1: false, a2: false } })
    await graph.change(inDatabase('reset statement_timeout'))
  })

  it('ends with its client', async () => {
    await rest.admin.query(inDatabase(`set statement_timeout = '10min'`))
    await rest.engine.catalog.reload()
    const left = new AbortController()
    const headers = { Authorization: `Bearer ${await rest.token()}` }
    const asked = fetch(`${rest.url}/rest/v1/rpc/nap?seconds=500`, { headers, signal: left.signal })
    await vi.waitFor(async () => expect(await napping()).toBe(1), PATIENCE)
    left.abort()
    await expect(asked).rejects.toThrow()
    await vi.waitFor(async () => expect(await napping()).toBe(0), PATIENCE)
    await rest.admin.query(inDatabase('reset statement_timeout'))
    await rest.engine.catalog.reload()
    expect((await rest.ask('/words', { token: await rest.token() })).json).toHaveLength(1)
  })

  it('is left to a change whose client has gone', async () => {
    const left = new AbortController()
    const headers = { Authorization: `Bearer ${await rest.token()}` }
    const asked = fetch(`${rest.url}/rest/v1/rpc/note`, { method: 'POST', headers, signal: left.signal })
    await vi.waitFor(async () => expect(await napping()).toBe(1), PATIENCE)
    left.abort()
    await expect(asked).rejects.toThrow()
    const words = async () => (await rest.admin.query('select id from public.words')).rowCount
    await vi.waitFor(async () => expect(await words()).toBe(2), PATIENCE)
  })
})

describe('what takes long to begin with', () => {
  const uuid = '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
  it.each([
    ['long', 'a'.repeat(201), 'A regular expression may have 200 characters'],
    ['repeating', '[a-z]{0,255}[a-z]{0,255}', 'A regular expression may not repeat so often'],
    ['repeating what repeats', '((a{20}){20,}){20}', 'A regular expression may not repeat so often'],
  ])('a regular expression that is %s is refused', async (_name, pattern, message) => {
    for (const operator of ['match', 'imatch', 'not.match', 'match(any)']) {
      const value = operator === 'match(any)' ? `{"${pattern}"}` : pattern
      const answer = await rest.ask(`/words?word=${operator}.${encodeURIComponent(value)}`)
      expect([answer.status, answer.json.code, answer.json.message]).toEqual([400, 'PGRSTX03', message])
    }
    for (const operator of ['regex', 'iregex']) {
      const query = `query ($p: String) { wordsCollection(filter: { word: { ${operator}: $p } }) { edges { cursor } } }`
      expect((await graph.ask(query, { variables: { p: pattern } })).errors).toEqual([{ message }])
    }
  })

  it('and one as people write them is not', async () => {
    expect((await rest.ask(`/words?word=match.${encodeURIComponent(uuid)}`)).json).toEqual([])
  })

  it('many fields of a query are for those with an account', async () => {
    const ask = async (count: number, token: string) =>
      graph.ask(`{ ${Array.from({ length: count }, (_, n) => `a${n}: __typename`).join(' ')} }`, { token })
    const errors = [{ message: 'Query asks for more than the maximum of 20 fields of its own' }]
    expect(await ask(21, graph.anonKey)).toEqual({ errors })
    expect((await ask(20, graph.anonKey)).errors).toBeUndefined()
    expect((await ask(21, await graph.token())).errors).toBeUndefined()
  })
})

describe('the health of REST', () => {
  it("asks visitors' connections too", async () => {
    const holder = await rest.admin.connect()
    try {
      await holder.query('begin; lock table public.slow in access exclusive mode')
      const hanging = rest.ask('/slow')
      await vi.waitFor(
        () => expect(rest.engine.sessions.usage.idle).toBeLessThan(rest.engine.sessions.usage.total),
        PATIENCE,
      )
      let isOver = false
      const check = rest.engine.check().then(() => {
        isOver = true
      })
      // Long enough for whoever has a connection.
      for (let n = 0; n < 5; n++) await rest.ask('/words', { token: await rest.token() })
      expect(isOver).toBe(false)
      await holder.query('rollback')
      await Promise.all([check, hanging])
      expect(isOver).toBe(true)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })
})
