// Calling functions, and what their settings do to the answer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
beforeAll(async () => {
  rest = await startRest(readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8'))
})
afterAll(() => rest.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  rest.ask(path, { headers, token: rest.serviceKey })
const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  rest.ask(path, { method: 'POST', body, headers, token: rest.serviceKey })

describe('calling', () => {
  it('takes named arguments, with defaults', async () => {
    expect((await post('/rpc/add', { a: 1, b: 2 })).json).toBe(3)
    expect((await post('/rpc/add', { a: 1 })).json).toBe(11)
    expect((await get('/rpc/add?a=1&b=2')).text).toBe('3')
    expect((await get('/rpc/say?word=a.b, c')).json).toBe('a.b, c')
    expect(
      (await post('/rpc/add', 'a=4&b=5', { 'Content-Type': 'application/x-www-form-urlencoded' })).json,
    ).toBe(9)
  })
  it('takes arrays and variadic arguments', async () => {
    expect((await post('/rpc/many', { v: [1, 2, 3] })).json).toBe(6)
    expect((await get('/rpc/many?v=1&v=2')).json).toBe(3)
    expect((await get('/rpc/many?v={4,5}')).json).toBe(9)
    expect((await get('/rpc/take_array?v={a,"b,c"}')).json).toEqual(['a', 'b,c'])
  })
  it('takes the first of several objects, from JSON or CSV', async () => {
    expect(
      (
        await post('/rpc/add', [
          { a: 1, b: 2 },
          { a: 4, b: 5 },
        ])
      ).json,
    ).toBe(3)
    expect((await post('/rpc/add?columns=a,b', [{ a: 1, b: 2, c: 3 }])).json).toBe(3)
    expect((await post('/rpc/add', 'a,b\n1,2\n4,5\n', { 'Content-Type': 'text/csv' })).json).toBe(3)
    const unknown = await post('/rpc/whole', 'x\n1\n', { 'Content-Type': 'text/csv' })
    expect([unknown.status, unknown.json.details]).toEqual([
      404,
      'Searched for the function public.whole with parameter x, but no matches were found in the schema cache.',
    ])
    const picture = await post('/rpc/add', 'x', { 'Content-Type': 'image/png; a=b' })
    expect([picture.status, picture.json.message]).toEqual([400, 'Content-Type not acceptable: image/png'])
  })
  it('takes characters and bits of any length', async () => {
    await rest.admin.query(`create function public.fixed(c char(3), b bit(2)[]) returns json language sql stable
      as $$ select json_build_array(c, b) $$; notify pgrst, 'reload schema'`)
    const expected = ['abcdef', ['101', '1']]
    expect((await post('/rpc/fixed', { c: 'abcdef', b: ['101', '1'] })).json).toEqual(expected)
    expect((await get('/rpc/fixed?c=abcdef&b={101,1}')).json).toEqual(expected)
  })
  it('takes bytes as they are', async () => {
    await rest.admin.query(`create function public.hex(bytea) returns text language sql immutable
      as $$ select encode($1, 'hex') $$; notify pgrst, 'reload schema'`)
    const answer = await fetch(`${rest.url}/rest/v1/rpc/hex`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${rest.serviceKey}`, 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array([0, 255, 92, 120]),
    })
    expect(await answer.json()).toBe('00ff5c78')
  })
  it('takes the whole body as one unnamed argument', async () => {
    expect((await post('/rpc/whole', { a: [1] })).json).toEqual({ a: [1] })
    expect((await post('/rpc/words', 'some text', { 'Content-Type': 'text/plain' })).json).toBe(
      'got some text',
    )
  })
  it('answers with scalars, nulls, nothing, lists and rows', async () => {
    expect((await post('/rpc/null_value')).text).toBe('null')
    const nothing = await post('/rpc/nothing')
    expect([nothing.status, nothing.text, nothing.headers.get('content-type')]).toEqual([204, '', null])
    expect((await get('/rpc/numbers?n=3')).json).toEqual([1, 2, 3])
    expect((await get('/rpc/with_out?a=2')).json).toEqual({ twice: 4, thrice: 6 })
    expect((await get('/rpc/one_project?wanted=1&select=name,tasks(id)&tasks.order=id')).json).toEqual({
      name: 'Alpha search engine',
      tasks: [{ id: 1 }, { id: 2 }, { id: 3 }],
    })
    expect((await get('/rpc/totals?min_budget=1')).json).toEqual([{ client: 'Acme', total: 1000.5 }])
  })
  it('filters, orders, pages and counts rows like those of a table', async () => {
    const answer = await get('/rpc/all_projects?select=id,label&stage=eq.live&order=id.desc&limit=1', {
      Prefer: 'count=exact',
    })
    expect([answer.status, answer.headers.get('content-range'), answer.json]).toEqual([
      206,
      '0-0/2',
      [{ id: 4, label: 'DELTA_100%' }],
    ])
    const posted = await post('/rpc/totals?select=total&client=eq.Globex', { min_budget: 0 })
    expect(posted.json).toEqual([{ total: 0.1 }])
    const object = await post(
      '/rpc/totals?client=eq.Acme',
      {},
      { Accept: 'application/vnd.pgrst.object+json' },
    )
    expect(object.json).toEqual({ client: 'Acme', total: 1000.5 })
    expect((await get('/rpc/all_projects?select=nope')).json.code).toBe('42703')
  })
  it('selects and embeds from rows of a domain over a table', async () => {
    await rest.admin.query(`create domain public.good_project as public.projects;
      create function public.good_projects() returns setof public.good_project language sql stable
      as $$ select p::public.good_project from public.projects p where id = 3 $$; notify pgrst, 'reload schema'`)
    expect((await get('/rpc/good_projects?select=id,tasks(title)')).json).toEqual([
      { id: 3, tasks: [{ title: 'Ship' }] },
    ])
  })
  it('chooses among overloads by the names of the arguments', async () => {
    expect((await post('/rpc/overloaded', { a: 1 })).json).toBe('int')
    expect((await post('/rpc/overloaded', { a: 1, b: 'x' })).json).toBe('both')
    const unclear = await post('/rpc/unclear', { a: 1 })
    expect([unclear.status, unclear.json.code, unclear.json.message]).toEqual([
      300,
      'PGRST203',
      'Could not choose the best candidate function between: public.unclear(a => integer), public.unclear(a => text)',
    ])
  })
  it('refuses unknown functions and arguments with a hint', async () => {
    expect((await post('/rpc/ad', { a: 1 })).json.hint).toBeNull()
    expect((await post('/rpc/addd', { a: 1 })).json).toEqual({
      code: 'PGRST202',
      details:
        'Searched for the function public.addd with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function public.add',
      message: 'Could not find the function public.addd(a) in the schema cache',
    })
    const args = await post('/rpc/add', { a: 1, c: 2 })
    expect([args.status, args.json.hint]).toEqual([
      404,
      'Perhaps you meant to call the function public.add(a, b)',
    ])
  })
  it('knows no function whose unnamed argument is no whole body, and gives a named nothing as the body', async () => {
    const row = await post('/rpc/label', { '': { id: 1 } })
    expect([row.status, row.json.code]).toEqual([404, 'PGRST202'])
    expect(row.json.hint).toBeNull()
    expect((await post('/rpc/words', { '': 'x' })).json).toBe('got {"":"x"}')
    await rest.admin.query(`
      create function public.turned(b text) returns text language sql immutable as $$ select b $$;
      create function public.turned(b text, a int default 1) returns text language sql immutable as $$ select b $$;
      create function public.turned(b int) returns text language sql immutable as $$ select 'int' $$;
      notify pgrst, 'reload schema'`)
    expect((await post('/rpc/turned', { b: 'x' })).json.message).toBe(
      'Could not choose the best candidate function between: public.turned(b => integer), public.turned(b => text), public.turned(b => text, a => integer)',
    )
  })
  it('writes by POST only', async () => {
    const id = (await post('/rpc/write_client', { name: 'By call' })).json
    expect((await get(`/clients?id=eq.${id}&select=name`)).json).toEqual([{ name: 'By call' }])
    const read = await get('/rpc/write_client?name=By get')
    expect([read.status, read.json.code]).toEqual([405, '25006'])
    expect((await rest.ask('/rpc/add', { method: 'PATCH', body: {} })).json.code).toBe('PGRST101')
  })
  it('may not affect more than max-affected rows', async () => {
    const strict = { Prefer: 'handling=strict, max-affected=2' }
    expect((await post('/rpc/numbers', { n: 3 }, strict)).json.code).toBe('PGRST124')
    expect((await post('/rpc/numbers', { n: 2 }, strict)).json).toEqual([1, 2])
    expect((await post('/rpc/add', { a: 1 }, strict)).json.code).toBe('PGRST128')
  })
})

describe('media types of their own', () => {
  beforeAll(() =>
    rest.admin.query(`
      create domain public."text/plain" as text;
      create domain public."image/png" as bytea;
      create domain public."*/*" as bytea;
      create domain public."app/names" as text;
      create function public.greeting(found boolean default true) returns public."text/plain" language sql stable
        as $$ select 'Hello'::text where found $$;
      create function public.picture() returns public."image/png" language sql stable as $$ select '\\x89504e47ff'::bytea $$;
      create function public.anything() returns public."*/*" language sql stable as $$ select 'any'::bytea $$;
      create function public.greetings() returns setof public."text/plain" language sql stable as $$ select 'Hello'::text $$;
      create function public.add_name(names public."app/names", one public.people) returns public."app/names" language sql
        as $$ select (names || one.name || ';')::public."app/names" $$;
      create aggregate public.names_of (public.people) (sfunc = public.add_name, stype = public."app/names", initcond = '');
      create function public.everybody() returns setof public.people language sql stable
        as $$ select * from public.people order by id $$;
      notify pgrst, 'reload schema'`),
  )
  const answered = async (path: string, accept: string) => {
    const { status, text, headers } = await get(path, { Accept: accept })
    return [status, text, headers.get('content-type')]
  }

  it('are what a function returns, and JSON for who does not ask for them', async () => {
    expect(await answered('/rpc/greeting', 'text/html, text/plain;q=0.9')).toEqual([
      200,
      'Hello',
      'text/plain; charset=utf-8',
    ])
    expect((await answered('/rpc/greeting', '*/*'))[1]).toBe('"Hello"')
    expect((await answered('/rpc/greeting?found=false', 'text/plain')).slice(0, 2)).toEqual([200, ''])
    expect((await answered('/rpc/greeting', 'text/xml'))[0]).toBe(406)
    expect((await answered('/rpc/greetings', 'text/plain'))[0]).toBe(406)
    expect(await answered('/rpc/anything', 'app/bingo')).toEqual([200, 'any', 'application/octet-stream'])
  })
  it('may be bytes', async () => {
    const answer = await fetch(`${rest.url}/rest/v1/rpc/picture`, {
      headers: { Authorization: `Bearer ${rest.serviceKey}`, Accept: 'image/png' },
    })
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47, 0xff])
    expect(answer.headers.get('content-type')).toBe('image/png')
  })
  it('are made of whole rows by an aggregate', async () => {
    const names = [200, 'Ann;Bob;Cid;', 'app/names']
    expect(await answered('/people?order=id', 'app/names')).toEqual(names)
    expect(await answered('/rpc/everybody', 'app/names')).toEqual(names)
    expect((await answered('/people?select=name', 'app/names'))[0]).toBe(406)
    expect((await answered('/clients', 'app/names'))[0]).toBe(406)
    expect((await answered('/people', 'text/*, application/*'))[0]).toBe(406)
    const changed = await rest.ask('/people?id=eq.1', {
      method: 'PATCH',
      body: { name: 'Ann' },
      token: rest.serviceKey,
      headers: { Accept: 'app/names', Prefer: 'return=representation' },
    })
    expect([changed.status, changed.text]).toEqual([200, 'Ann;'])
  })
})

describe('functions know the request', () => {
  it('by settings', async () => {
    const token = await rest.token({ sub: 'me', tenant: 'x' })
    const offset = await rest.ask('/rpc/whoami', { token, headers: { Prefer: 'timezone=+05:30' } })
    expect([offset.json.zone, offset.headers.get('preference-applied')]).toEqual(['UTC', null])
    const headers = { 'X-Agent': 'test', Cookie: 'a=1; b=two', Prefer: 'timezone=Asia/Tokyo' }
    const { json } = await rest.ask('/rpc/whoami?', { token, headers })
    expect(json).toMatchObject({
      role: 'authenticated',
      claims: { role: 'authenticated', sub: 'me', tenant: 'x' },
      method: 'GET',
      path: '/rpc/whoami',
      cookies: { a: '1', b: 'two' },
      agent: 'test',
      timeout: '8s',
      zone: 'Asia/Tokyo',
    })
    expect((await rest.ask('/rpc/whoami')).json).toMatchObject({ role: 'anon', timeout: '3s' })
    expect((await rest.ask('/rpc/whoami', { headers: { apikey: rest.anonKey } })).json.role).toBe('anon')
  })
  it('and set status and headers', async () => {
    const answer = await post('/rpc/respond', {
      status: '418',
      headers: '[{"X-One": "1"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"content-type": "text/tea"}]',
    })
    expect([
      answer.status,
      answer.headers.get('x-one'),
      answer.headers.getSetCookie(),
      answer.headers.get('content-type'),
    ]).toEqual([418, '1', ['a=1', 'b=2'], 'text/tea'])
    expect((await post('/rpc/respond', { status: 'teapot', headers: '[]' })).json.code).toBe('PGRST112')
    expect((await post('/rpc/respond', { status: '', headers: '{"a": 1}' })).json.code).toBe('PGRST111')
    expect(
      (await post('/rpc/respond', { status: '', headers: '[{"X-Bad": "a\\r\\nInjected: 1"}]' })).json.code,
    ).toBe('PGRST111')
  })
})

describe('a function that runs before every request', () => {
  it('sees it, sets headers and refuses it', async () => {
    const own = await startRest(`
      create table public.visits (id int primary key);
      create function public.gate() returns void language plpgsql as $$
      declare headers json := current_setting('request.headers')::json;
      begin
        if headers ->> 'x-closed' is not null then
          raise sqlstate 'PT420' using message = 'Closed', hint = current_user;
        end if;
        perform set_config('response.headers', '[{"X-Gate": "open"}]', true);
      end $$;
      grant all on public.visits to anon;
      do $$ begin execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'public.gate'); end $$;`)
    try {
      const visit = (headers: Record<string, string>) =>
        own.ask('/visits', { method: 'POST', body: { id: 1 }, headers })
      const refused = await visit({ 'X-Closed': '1' })
      expect([refused.status, refused.json.message, refused.json.hint]).toEqual([420, 'Closed', 'anon'])
      // Committed by Postgres, or by the service that looks at the rows first.
      const open = await visit({ Accept: 'application/vnd.pgrst.object+json' })
      expect([open.status, open.headers.get('x-gate')]).toEqual([201, 'open'])
      const read = await own.ask('/visits')
      expect([read.json, read.headers.get('x-gate')]).toEqual([[{ id: 1 }], 'open'])
      expect((await own.ask('/', { headers: { 'X-Closed': '1' } })).status).toBe(420)
    } finally {
      await own.close()
    }
  })
})

it('what a call that changes something answers is not searched, while it holds what it locked', async () => {
  const own = await startRest(`
    create table public.guests (id int generated always as identity primary key, name text);
    create function public.come(name text) returns public.guests language sql volatile
      as $$ insert into public.guests (name) values (come.name) returning guests $$;
    grant usage on schema public to service_role;
    grant all on public.guests to service_role;
    grant execute on function public.come to service_role;`)
  try {
    const come = (filter: string) =>
      own.ask(`/rpc/come?${filter}`, { method: 'POST', body: { name: 'Ada' }, token: own.serviceKey })
    for (const filter of [
      'name=match.^A',
      'name=not.imatch.^a',
      'name=match(any).{^A,^B}',
      'name=fts.ada',
      'or=(id.eq.1,and(id.gt.0,name.plfts(simple).ada))',
    ])
      expect(await come(filter), filter).toMatchObject({ status: 400, json: { code: 'PGRSTX05' } })
    expect((await come('name=eq.Ada')).json).toMatchObject({ id: 1, name: 'Ada' })
    const read = await own.ask('/guests?name=match.^A', { token: own.serviceKey })
    expect(read.json).toHaveLength(1)
  } finally {
    await own.close()
  }
})
