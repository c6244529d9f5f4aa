// What a client inserts by POST and PUT, and what it gets back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AskOptions, type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
beforeAll(async () => {
  rest = await startRest(readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8'))
})
afterAll(() => rest.close())

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const options: AskOptions = { method, headers, token: rest.serviceKey, ...(body !== undefined && { body }) }
  return rest.ask(path, options)
}
const full = { Prefer: 'return=representation' }
const count = async (filter: string) => (await send('GET', `/clients?${filter}&select=id`)).json.length

describe('inserting', () => {
  it('answers 201 and nothing by default', async () => {
    const answer = await send('POST', '/clients', { name: 'Minimal' })
    expect([answer.status, answer.text, answer.headers.get('content-range')]).toEqual([201, '', '*/*'])
    expect(await count('name=eq.Minimal')).toBe(1)
  })
  it('returns the row, its columns and embeds on demand', async () => {
    const answer = await send(
      'POST',
      '/projects?select=name,budget,data,client_id(name)',
      { name: 'New', client_id: 1, budget: '12.5', data: { a: [1] } },
      full,
    )
    expect([answer.status, answer.json]).toEqual([
      201,
      [{ name: 'New', budget: 12.5, data: { a: [1] }, client_id: { name: 'Acme' } }],
    ])
    expect(answer.headers.get('preference-applied')).toBe('return=representation')
    const one = await send(
      'POST',
      '/clients?select=name,city',
      { name: 'Single' },
      { ...full, Accept: 'application/vnd.pgrst.object+json' },
    )
    expect(one.json).toEqual({ name: 'Single', city: null })
  })
  it('returns computed columns and relationships', async () => {
    const answer = await send('POST', '/projects?select=label,lead(name)', { id: 3000, name: 'calc' }, full)
    expect(answer.json).toEqual([{ label: 'CALC', lead: null }])
  })
  it('tells where the row is', async () => {
    const answer = await send(
      'POST',
      '/settings',
      { scope: 'a b', key: 'k&1' },
      { Prefer: 'return=headers-only' },
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      '/settings?scope=eq.a+b&key=eq.k%261',
    ])
  })
  it('takes many rows with the same keys', async () => {
    const answer = await send('POST', '/clients?select=name', [{ name: 'Many 1' }, { name: 'Many 2' }], {
      Prefer: 'return=representation, count=exact',
    })
    expect([answer.status, answer.json, answer.headers.get('content-range')]).toEqual([
      201,
      [{ name: 'Many 1' }, { name: 'Many 2' }],
      '*/2',
    ])
    const uneven = await send('POST', '/clients', [{ name: 'x' }, { city: 'y' }])
    expect([uneven.status, uneven.json.code, uneven.json.message]).toEqual([
      400,
      'PGRST102',
      'All object keys must match',
    ])
    expect((await send('POST', '/clients?select=id', [], full)).json).toEqual([])
  })
  it('takes only the columns named, with null or the default for missing keys', async () => {
    const some = await send(
      'POST',
      '/settings?columns=scope,key,version&select=key,value,version',
      [
        { scope: 'c', key: '1', value: 9 },
        { scope: 'c', key: '2', version: 5 },
      ],
      full,
    )
    expect(some.json).toEqual([
      { key: '1', value: null, version: null },
      { key: '2', value: null, version: 5 },
    ])
    const defaults = await send(
      'POST',
      '/settings?columns=scope,key,version&select=key,version',
      [
        { scope: 'd', key: '1' },
        { scope: 'd', key: '2', version: 5 },
      ],
      { Prefer: 'return=representation, missing=default' },
    )
    expect(defaults.json).toEqual([
      { key: '1', version: 1 },
      { key: '2', version: 5 },
    ])
    expect(defaults.headers.get('preference-applied')).toBe('missing=default, return=representation')
  })
  it('takes the default of a domain where its column has none', async () => {
    await rest.admin.query(`create domain public.rating as int default 5;
      create table public.ratings (id int primary key, stars public.rating); grant all on public.ratings to service_role;
      notify pgrst, 'reload schema'`)
    const answer = await send(
      'POST',
      '/ratings?columns=id,stars',
      { id: 1 },
      { Prefer: 'return=representation, missing=default' },
    )
    expect(answer.json).toEqual([{ id: 1, stars: 5 }])
  })
  it('looks at selected columns only for who gets them, at embeds always', async () => {
    expect((await send('POST', '/clients?select=nope&order=nope', { name: 'Unseen' })).status).toBe(201)
    const seen = await send('POST', '/clients?select=nope', { name: 'Seen' }, full)
    expect([seen.status, seen.json.code]).toEqual([400, '42703'])
    expect((await send('POST', '/clients?select=nope(*)', { name: 'Embedded' })).json.code).toBe('PGRST200')
  })
  it('names the primary key in the order of the columns', async () => {
    await rest.admin.query(`create table public.seats (hall int, seat int, primary key (seat, hall));
      grant all on public.seats to service_role; notify pgrst, 'reload schema'`)
    const answer = await send('POST', '/seats', { hall: 1, seat: 2 }, { Prefer: 'return=headers-only' })
    expect(answer.headers.get('location')).toBe('/seats?hall=eq.1&seat=eq.2')
  })
  it('takes an empty object for a row of defaults', async () => {
    const answer = await send('POST', '/no_key', {}, full)
    expect([answer.status, answer.json]).toEqual([201, [{ word: null, at: '2026-01-02T03:04:05+00:00' }]])
    expect((await send('POST', '/no_key', [{}, {}], full)).json).toHaveLength(2)
  })
  it('takes CSV and forms', async () => {
    const csv = await send(
      'POST',
      '/clients?select=name,city',
      'name,city\n"Comma, Inc",NULL\nPlain,Oslo\n',
      { ...full, 'Content-Type': 'text/csv' },
    )
    expect(csv.json).toEqual([
      { name: 'Comma, Inc', city: null },
      { name: 'Plain', city: 'Oslo' },
    ])
    const form = await send('POST', '/clients?select=name,city', 'name=Form+Ltd&city=Bern', {
      ...full,
      'Content-Type': 'application/x-www-form-urlencoded',
    })
    expect(form.json).toEqual([{ name: 'Form Ltd', city: 'Bern' }])
    const other = await send('POST', '/clients', '<x/>', { 'Content-Type': 'image/png' })
    expect([other.status, other.json.code, other.json.message]).toEqual([
      400,
      'PGRST102',
      'Content-Type not acceptable: image/png',
    ])
    const none = await send('POST', '/clients', 'name,city\n', {
      ...full,
      'Content-Type': 'text/csv',
      Accept: 'text/csv',
    })
    expect([none.status, none.text]).toEqual([201, '\n'])
  })
  it('refuses unknown columns, broken JSON and what the table refuses', async () => {
    const unknown = await send('POST', '/clients', { nope: 1 })
    expect([unknown.status, unknown.json.code, unknown.json.message]).toEqual([
      400,
      'PGRST204',
      "Could not find the 'nope' column of 'clients' in the schema cache",
    ])
    expect((await send('POST', '/clients?columns=', { name: 'x' })).json.message).toBe(
      '"failed to parse columns parameter ()" (line 1, column 1)',
    )
    const page = await send('POST', '/clients?limit=-1', { name: 'x' })
    expect([page.status, page.json.code]).toEqual([416, 'PGRST103'])
    const broken = await send('POST', '/clients', '{"name":', { 'Content-Type': 'application/json' })
    expect([broken.status, broken.json.code, broken.json.message]).toEqual([
      400,
      'PGRST102',
      'Empty or invalid json',
    ])
    const twice = await send('POST', '/clients', { name: 'Acme' })
    expect([twice.status, twice.json.code, twice.json.details]).toEqual([
      409,
      '23505',
      'Key (name)=(Acme) already exists.',
    ])
    const orphan = await send('POST', '/projects', { name: 'x', client_id: 999 })
    expect([orphan.status, orphan.json.code]).toEqual([409, '23503'])
    const range = await send('POST', '/projects', { name: 'x', progress: 101 })
    expect([range.status, range.json.code, range.json.details]).toEqual([400, '23514', null])
    const empty = await send('POST', '/projects', { client_id: 1 })
    expect([empty.status, empty.json.code, empty.json.details]).toEqual([400, '23502', null])
  })
  it('refuses a body beyond the limit of who sends it', async () => {
    const small = await startRest(
      'create table public.t (a text); grant insert on public.t to anon, authenticated, service_role',
      { maxBody: { visitors: 100, callers: 200, service: 300 } },
    )
    const longest = async (token: string) => {
      const fits: number[] = []
      for (const length of [100, 101, 200, 201, 300, 301]) {
        const body = { a: 'x'.repeat(length - '{"a":""}'.length) }
        const answer = await small.ask('/t', { method: 'POST', body, token })
        if (answer.status === 201) fits.push(length)
        else expect(answer.status).toBe(413)
      }
      return fits.at(-1)
    }
    try {
      const { anonKey, serviceKey } = small
      const longestOfEach = [
        await longest(anonKey),
        await longest(await small.token()),
        await longest(serviceKey),
      ]
      expect(longestOfEach).toEqual([100, 200, 300])
    } finally {
      await small.close()
    }
  })
})

describe('upserting', () => {
  it('merges by primary key or the columns named, and says whether anything was new', async () => {
    const merge = { Prefer: 'return=representation, resolution=merge-duplicates' }
    const changed = await send(
      'POST',
      '/settings?select=key,version',
      { scope: 'app', key: 'size', version: 2 },
      merge,
    )
    expect([changed.status, changed.json]).toEqual([200, [{ key: 'size', version: 2 }]])
    const mixed = await send(
      'POST',
      '/settings?select=key,version',
      [
        { scope: 'app', key: 'size', version: 3 },
        { scope: 'app', key: 'new', version: 1 },
      ],
      merge,
    )
    expect([mixed.status, mixed.headers.get('preference-applied')]).toEqual([
      201,
      'resolution=merge-duplicates, return=representation',
    ])
    const byName = await send(
      'POST',
      '/clients?on_conflict=name&select=id,city',
      { name: 'Acme', city: 'Lyon' },
      merge,
    )
    expect([byName.status, byName.json]).toEqual([200, [{ id: 1, city: 'Lyon' }]])
    expect((await send('POST', '/clients', [], merge)).status).toBe(200)
    const unknown = await send('POST', '/clients?on_conflict=nope', { name: 'Acme' }, merge)
    expect([unknown.status, unknown.json.message]).toEqual([400, 'column "nope" does not exist'])
  })
  it('or leaves what is there alone', async () => {
    const ignore = { Prefer: 'return=representation, resolution=ignore-duplicates' }
    const answer = await send(
      'POST',
      '/clients?on_conflict=name&select=name',
      [
        { name: 'Globex', city: 'Nowhere' },
        { name: 'Ignored', city: 'x' },
      ],
      ignore,
    )
    expect([answer.status, answer.json]).toEqual([201, [{ name: 'Ignored' }]])
  })
  it('by PUT makes or replaces exactly the row of the URL', async () => {
    const made = await send(
      'PUT',
      '/settings?scope=eq.put&key=eq.a',
      { scope: 'put', key: 'a', value: 1, version: 1 },
      full,
    )
    expect([made.status, made.json]).toEqual([201, [{ scope: 'put', key: 'a', value: 1, version: 1 }]])
    const replaced = await send('PUT', '/settings?scope=eq.put&key=eq.a', {
      scope: 'put',
      key: 'a',
      value: 2,
      version: 2,
    })
    expect([replaced.status, replaced.text]).toEqual([204, ''])
    const again = await send(
      'PUT',
      '/settings?scope=eq.put&key=eq.a',
      { scope: 'put', key: 'a', value: 2, version: 3 },
      full,
    )
    expect(again.status).toBe(200)
    const other = await send('PUT', '/settings?scope=eq.put&key=eq.b', { scope: 'put', key: 'c' })
    expect([other.status, other.json.code]).toEqual([400, 'PGRST115'])
    expect((await send('GET', '/settings?scope=eq.put')).json).toHaveLength(1)
    const partial = await send('PUT', '/settings?scope=eq.put', { scope: 'put', key: 'c' })
    expect([partial.status, partial.json.code]).toEqual([405, 'PGRST105'])
    expect((await send('PUT', '/settings?scope=eq.put&key=eq.a&limit=1', {})).json.code).toBe('PGRST114')
  })
})
