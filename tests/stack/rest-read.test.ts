// What a client reads by GET: columns, order, pages, counts and formats, as PostgREST documents them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
const schema = readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8')
beforeAll(async () => {
  rest = await startRest(schema)
})
afterAll(() => rest.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  rest.ask(path, { headers, token: rest.serviceKey })

describe('columns', () => {
  it('come with the types of Postgres: numerics, bigints, timestamps with zone, arrays, ranges, JSON', async () => {
    const { text } = await get(
      '/projects?id=eq.1&select=budget,progress,big,starts_at,local_at,due,tags,seats,data,stage',
    )
    expect(text).toBe(
      '[{"budget":1000.50,"progress":12.50,"big":9007199254740993,"starts_at":"2026-03-01T08:00:00.123456+00:00",' +
        '"local_at":"2026-03-01T10:00:00","due":"2026-12-31","tags":["red","blue"],"seats":"[1,5)",' +
        '"data":{"list": [10, 20], "level": 3, "owner": {"name": "Ann"}},"stage":"live"}]',
    )
  })
  it('follow Prefer: timezone', async () => {
    const answer = await get('/projects?id=eq.1&select=starts_at', { Prefer: 'timezone=America/New_York' })
    expect(answer.json).toEqual([{ starts_at: '2026-03-01T03:00:00.123456-05:00' }])
    expect(answer.headers.get('preference-applied')).toBe('timezone=America/New_York')
  })
  it('take aliases, casts and JSON paths', async () => {
    const { json } = await get(
      '/projects?id=eq.1&select=title:name,big::text,data->owner->>name,level:data->level::int,data->list->0,tags->1',
    )
    expect(json).toEqual([
      {
        title: 'Alpha search engine',
        big: '9007199254740993',
        name: 'Ann',
        level: 3,
        list: 10,
        tags: 'blue',
      },
    ])
  })
  it('may be functions of the row', async () => {
    expect((await get('/projects?id=eq.1&select=id,label&label=eq.ALPHA SEARCH ENGINE')).json).toEqual([
      { id: 1, label: 'ALPHA SEARCH ENGINE' },
    ])
  })
  it('reach keys of JSON with all but the reserved characters', async () => {
    await rest.admin.query(`insert into public.settings values ('odd', 'keys', '{"a!b": {"2nd @": 3}}')`)
    const path = encodeURIComponent('value->a!b->>2nd @')
    expect((await get(`/settings?select=${path}::int&${path}=eq.3`)).json).toEqual([{ '2nd @': 3 }])
  })
  it('of any name are reached by quotes', async () => {
    const path = `/${encodeURIComponent('odd Näme')}?select=${encodeURIComponent('"a column","sel\\"ect"')}&${encodeURIComponent('"a column"')}=eq.one`
    expect((await get(path)).json).toEqual([{ 'a column': 'one', 'sel"ect': 'x' }])
  })
  it('that do not exist are refused as Postgres would', async () => {
    const answer = await get('/projects?select=id,nope')
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: '42703', details: null, hint: null, message: 'column projects.nope does not exist' },
    ])
  })
  it('cannot be aggregated, as PostgREST has it by default', async () => {
    for (const select of ['count()', 'budget.sum()', 'total:budget.sum()::text', 'tasks(count())']) {
      const answer = await get(`/projects?select=${select}`)
      expect([answer.status, answer.json.code]).toEqual([400, 'PGRST123'])
    }
  })
})

describe('domains with implicit casts', () => {
  beforeAll(async () => {
    await rest.admin.query(`
      create domain public.cents as int;
      create function public.show(public.cents) returns json language sql immutable as $$ select to_json(round($1 / 100.0, 2) || ' EUR') $$;
      create function public.parse(text) returns public.cents language sql immutable as $$ select (replace($1, ' EUR', '')::numeric * 100)::int $$;
      create function public.parse(json) returns public.cents language sql immutable as $$ select public.parse($1 #>> '{}') $$;
      create cast (public.cents as json) with function public.show(public.cents) as implicit;
      create cast (text as public.cents) with function public.parse(text) as implicit;
      create cast (json as public.cents) with function public.parse(json) as implicit;
      create table public.prices (id int primary key, price public.cents, project_id bigint references public.projects);
      insert into public.prices values (1, 1250, 1), (2, 99, 1), (3, null, null);
      create view public.price_list as select id, price from public.prices where id < 3;
      grant all on public.prices, public.price_list to service_role`)
  })
  it('are written as the cast to JSON says: by name, by star, in views and embeds', async () => {
    const ask = async (path: string) => (await get(path)).json
    expect(await ask('/prices?select=price,was:price::text&id=eq.1')).toEqual([
      { price: '12.50 EUR', was: '"12.50 EUR"' },
    ])
    expect(await ask('/price_list?order=id')).toEqual([
      { id: 1, price: '12.50 EUR' },
      { id: 2, price: '0.99 EUR' },
    ])
    expect(await ask('/projects?id=eq.1&select=prices(*)&prices.id=eq.2')).toEqual([
      { prices: [{ id: 2, price: '0.99 EUR', project_id: 1 }] },
    ])
  })
  it('are read from filters as the cast from text says', async () => {
    const ids = async (filter: string) => (await get(`/prices?select=id&order=id&${filter}`)).json
    expect(await ids('price=eq.12.50 EUR')).toEqual([{ id: 1 }])
    expect(await ids('price=in.(0.99,12.5)')).toEqual([{ id: 1 }, { id: 2 }])
    expect(await ids('or=(price.lt.1,price.is.null)')).toEqual([{ id: 2 }, { id: 3 }])
    expect((await get('/prices?price=like.1*')).status).toBe(404)
  })
  it('are read from bodies as the cast from JSON says', async () => {
    const send = async (method: string, path: string, body: unknown) =>
      (
        await rest.ask(path, {
          method,
          token: rest.serviceKey,
          headers: { Prefer: 'return=representation' },
          body,
        })
      ).json
    expect(
      await send('POST', '/prices?select=price', [
        { id: 7, price: '3.00 EUR' },
        { id: 8, price: null },
      ]),
    ).toEqual([{ price: '3.00 EUR' }, { price: null }])
    expect(await send('PATCH', '/prices?id=eq.8', { price: '1 EUR' })).toEqual([
      { id: 8, price: '1.00 EUR', project_id: null },
    ])
    const { rows } = await rest.admin.query('select price from public.prices where id > 6 order by id')
    expect(rows).toEqual([{ price: 300 }, { price: 100 }])
  })
})

describe('order and pages', () => {
  const ids = async (query: string) =>
    (await get(`/projects?select=id&${query}`)).json.map((row: { id: number }) => row.id)
  it('sort by several columns, directions, nulls and JSON', async () => {
    expect(await ids('order=stage.desc,id.desc')).toEqual([3, 4, 1, 2])
    expect(await ids('order=budget.desc.nullslast')).toEqual([1, 4, 3, 2])
    expect(await ids('order=budget.nullsfirst')).toEqual([2, 3, 4, 1])
    expect(await ids('order=data->>level.nullslast,id')).toEqual([1, 2, 3, 4])
    expect(await ids('order=id.desc&order=id.asc')).toEqual([4, 3, 2, 1])
  })
  it('say which part of how much was sent', async () => {
    const part = await get('/projects?select=id&order=id&limit=2&offset=1', { Prefer: 'count=exact' })
    expect([part.status, part.headers.get('content-range'), part.json]).toEqual([
      206,
      '1-2/4',
      [{ id: 2 }, { id: 3 }],
    ])
    expect(part.headers.get('preference-applied')).toBe('count=exact')
    const all = await get('/projects?select=id', { Prefer: 'count=exact' })
    expect([all.status, all.headers.get('content-range')]).toEqual([200, '0-3/4'])
    const uncounted = await get('/projects?select=id&limit=1')
    expect([uncounted.status, uncounted.headers.get('content-range')]).toEqual([200, '0-0/*'])
    const none = await get('/projects?select=id&id=eq.99', { Prefer: 'count=exact' })
    expect([none.status, none.headers.get('content-range'), none.json]).toEqual([200, '*/0', []])
    expect((await get('/projects?limit=0')).json).toEqual([])
  })
  it('come from the Range header too', async () => {
    const answer = await get('/projects?select=id&order=id', { Range: '1-2', 'Range-Unit': 'items' })
    expect([answer.headers.get('content-range'), answer.json]).toEqual(['1-2/*', [{ id: 2 }, { id: 3 }]])
    const open = await get('/projects?select=id&order=id', { Range: '3-' })
    expect(open.headers.get('content-range')).toBe('3-3/*')
    const both = await get('/projects?select=id&limit=2', { Range: '1-3' })
    expect(both.headers.get('content-range')).toBe('1-1/*')
    expect((await get('/projects?select=id&limit=2', { Range: '2-3' })).json.code).toBe('PGRST103')
    const unread = await get('/projects?select=id', { Range: 'items=1-2' })
    expect(unread.headers.get('content-range')).toBe('0-3/*')
  })
  it('behind the end are refused when the end is known', async () => {
    const answer = await get('/projects?offset=10', { Prefer: 'count=exact' })
    expect([answer.status, answer.json]).toEqual([
      416,
      {
        code: 'PGRST103',
        details: 'An offset of 10 was requested, but there are only 4 rows.',
        hint: null,
        message: 'Requested range not satisfiable',
      },
    ])
    expect(answer.headers.get('content-range')).toBe('*/4')
    expect((await get('/projects?offset=10')).json).toEqual([])
    expect((await get('/projects', { Range: '5-1' })).json.code).toBe('PGRST103')
    expect((await get('/projects?limit=-1')).status).toBe(416)
  })
  it('are counted by plan or estimate on demand', async () => {
    const planned = await get('/projects?limit=1', { Prefer: 'count=planned' })
    expect(planned.headers.get('content-range')).toMatch(/^0-0\/\d+$/)
    const estimated = await get('/clients?limit=1', { Prefer: 'count=estimated' })
    expect(estimated.headers.get('content-range')).toBe('0-0/3')
  })
  it('are never longer than max_rows', async () => {
    const small = await startRest(schema, { maxRows: 2 })
    try {
      const answer = await small.ask('/clients?limit=50', {
        token: small.serviceKey,
        headers: { Prefer: 'count=exact' },
      })
      expect([answer.status, answer.json.length, answer.headers.get('content-range')]).toEqual([
        206,
        2,
        '0-1/3',
      ])
      const estimated = async (filter: string) => {
        const headers = { Prefer: 'count=estimated' }
        const { headers: told } = await small.ask(`/clients?${filter}`, { token: small.serviceKey, headers })
        return told.get('content-range')
      }
      // The planner knows nothing yet, and guesses far more than there is.
      expect(await estimated('id=lt.3')).toBe('0-1/2')
      await small.admin.query('analyze public.clients')
      expect(await estimated('id=gt.0')).toBe('0-1/3')
      const embedded = await small.ask('/projects?id=eq.1&select=tasks(id)', { token: small.serviceKey })
      expect(embedded.json[0].tasks).toHaveLength(2)
    } finally {
      await small.close()
    }
  })
})

describe('formats', () => {
  it('are one object for exactly one row', async () => {
    const one = await get('/clients?id=eq.1', { Accept: 'application/vnd.pgrst.object+json' })
    expect(one.json).toEqual({ id: 1, name: 'Acme', city: 'Paris' })
    expect(one.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
    const none = await get('/clients?id=eq.9', { Accept: 'application/vnd.pgrst.object+json' })
    expect([none.status, none.json]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    ])
    expect((await get('/clients', { Accept: 'application/vnd.pgrst.object+json' })).json.details).toBe(
      'The result contains 3 rows',
    )
  })
  it('leave nulls out on demand', async () => {
    const one = await get('/clients?id=eq.3', { Accept: 'application/vnd.pgrst.object+json;nulls=stripped' })
    expect(one.text).toBe('{"id":3,"name":"Initech"}')
    const many = await get('/clients?id=eq.3', { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' })
    expect(many.text).toBe('[{"id":3,"name":"Initech"}]')
  })
  it('are CSV', async () => {
    const answer = await get('/projects?select=id,name,budget&order=id&id=lt.4', { Accept: 'text/csv' })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.text).toBe(
      'id,name,budget\n1,"Alpha search engine",1000.50\n2,"Beta of the engines",\n3,"Gamma, ""quoted""",0.10',
    )
    expect((await get('/projects?id=eq.99', { Accept: 'text/csv' })).text).toBe('\n')
  })
  it('that nobody can produce are refused', async () => {
    const answer = await get('/projects', { Accept: 'image/png' })
    expect([answer.status, answer.json.code]).toEqual([406, 'PGRST107'])
  })
  it('say where the same is found, its parameters in order', async () => {
    const answer = await get('/clients?select=id,name&id=in.(1, 2)&city=like.*a*')
    expect(answer.headers.get('content-location')).toBe(
      '/clients?city=like.%2Aa%2A&id=in.%281%2C%202%29&select=id%2Cname',
    )
  })
  it('by HEAD are the headers alone', async () => {
    const answer = await rest.ask('/projects', {
      method: 'HEAD',
      token: rest.serviceKey,
      headers: { Prefer: 'count=exact' },
    })
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([200, '', '0-3/4'])
  })
})

describe('tables', () => {
  it('that do not exist are refused with the nearest name', async () => {
    const answer = await get('/project')
    expect([answer.status, answer.json]).toEqual([
      404,
      {
        code: 'PGRST205',
        details: null,
        hint: "Perhaps you meant the table 'public.projects'",
        message: "Could not find the table 'public.project' in the schema cache",
      },
    ])
  })
  it.each([
    ['clint_name', 'client_names'],
    ['setings', 'settings'],
    ['profil', 'profiles'],
    ['set', null],
    ['xyz', null],
  ])('%s is nearest to %s', async (name, near) => {
    const hint = near === null ? null : `Perhaps you meant the table 'public.${near}'`
    expect((await get(`/${name}`)).json.hint).toBe(hint)
  })
  it('appear as soon as they are created, and change with them', async () => {
    await rest.admin.query(
      'create table public.fresh (id int); insert into public.fresh values (1); grant select on public.fresh to anon',
    )
    expect((await rest.ask('/fresh')).json).toEqual([{ id: 1 }])
    await rest.admin.query('alter table public.fresh add column word text default $$new$$')
    expect((await rest.ask('/fresh')).json).toEqual([{ id: 1, word: 'new' }])
    expect((await rest.ask('/fresh?select=word')).json).toEqual([{ word: 'new' }])
    await rest.admin.query('drop table public.fresh')
    expect((await rest.ask('/fresh')).status).toBe(404)
  })
  it('and their methods are told by OPTIONS', async () => {
    const allow = async (path: string) => (await rest.ask(path, { method: 'OPTIONS' })).headers.get('allow')
    expect(await allow('/projects')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await allow('/no_key')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    expect(await allow('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST')
    expect(await allow('/rpc/nothing')).toBe('OPTIONS,POST')
  })
  it('are described at the root, for the role that asks', async () => {
    const anon = (await rest.ask('/')).json
    expect(anon.swagger).toBe('2.0')
    expect(Object.keys(anon.paths)).toEqual(expect.arrayContaining(['/projects', '/rpc/add']))
    expect(Object.keys(anon.paths)).not.toContain('/settings')
    expect(anon.definitions.clients.properties.id).toMatchObject({ type: 'integer', format: 'int64' })
    expect((await get('/')).json.definitions.projects.properties.stage.enum).toEqual([
      'draft',
      'live',
      'done',
    ])
  })
  it('have no deeper paths', async () => {
    expect((await get('/projects/1')).json.code).toBe('PGRST125')
  })
})
