// The same interface through supabase-js, as the application uses it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
let service: SupabaseClient
beforeAll(async () => {
  rest = await startRest(readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8'), {
    schemas: ['public', 'other'],
  })
  await rest.admin.query(`create schema other; create table other.things (id int primary key, name text);
    insert into other.things values (1, 'thing'); grant usage on schema other to service_role; grant all on other.things to service_role`)
  service = rest.client(rest.serviceKey)
})
afterAll(() => rest.close())

describe('supabase-js', () => {
  it('reads with filters, embeds and counts', async () => {
    const { data, count, error } = await service
      .from('projects')
      .select('id, name, tasks(id, title), client:clients!projects_client_id_fkey(name)', { count: 'exact' })
      .eq('stage', 'live')
      .contains('tags', ['red'])
      .or('id.eq.1,name.ilike.%delta%')
      .order('id', { ascending: false })
      .order('id', { referencedTable: 'tasks' })
      .range(0, 9)
    expect(error).toBeNull()
    expect(count).toBe(2)
    expect(data).toEqual([
      { id: 4, name: 'delta_100%', tasks: [], client: null },
      {
        id: 1,
        name: 'Alpha search engine',
        tasks: [
          { id: 1, title: 'Plan' },
          { id: 2, title: 'Draw' },
          { id: 3, title: 'Build' },
        ],
        client: { name: 'Acme' },
      },
    ])
    const head = await service.from('projects').select('*', { count: 'exact', head: true })
    expect([head.count, head.data]).toEqual([4, null])
  })
  it('searches, and filters values with every special character', async () => {
    const found = await service
      .from('projects')
      .select('id')
      .textSearch('search', 'engine & beta', { config: 'english' })
    expect(found.data).toEqual([{ id: 2 }])
    const name = "O'Neil, (Ltd). 100%"
    await service.from('clients').insert({ name }).throwOnError()
    const { data } = await service.from('clients').select('name').in('name', [name, 'a(b)c'])
    expect(data).toEqual([{ name }])
    await service.from('clients').delete().eq('name', name).throwOnError()
    const match = await service.from('projects').select('id').match({ name: 'delta_100%', stage: 'live' })
    expect(match.data).toEqual([{ id: 4 }])
  })
  it('gets one row, maybe', async () => {
    expect((await service.from('clients').select('name').eq('id', 1).single()).data).toEqual({ name: 'Acme' })
    expect((await service.from('clients').select('name').eq('id', 99).maybeSingle()).data).toBeNull()
    const { error, status } = await service.from('clients').select('name').single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 3 rows'])
  })
  it('inserts, upserts, updates and deletes', async () => {
    const made = await service
      .from('clients')
      .insert([{ name: 'Js 1' }, { name: 'Js 2', city: 'Bonn' }])
      .select('name, city')
    expect([made.status, made.data]).toEqual([
      201,
      [
        { name: 'Js 1', city: null },
        { name: 'Js 2', city: 'Bonn' },
      ],
    ])
    const upserted = await service
      .from('clients')
      .upsert({ name: 'Js 1', city: 'Linz' }, { onConflict: 'name' })
      .select('city')
      .single()
    expect(upserted.data).toEqual({ city: 'Linz' })
    const changed = await service
      .from('clients')
      .update({ city: 'Graz' })
      .eq('name', 'Js 2')
      .select('city')
      .maybeSingle()
    expect(changed.data).toEqual({ city: 'Graz' })
    expect(
      (await service.from('clients').update({ city: 'x' }).eq('name', 'nobody').select().maybeSingle()).data,
    ).toBeNull()
    const gone = await service.from('clients').delete({ count: 'exact' }).like('name', 'Js%')
    expect([gone.status, gone.count]).toEqual([204, 2])
  })
  it('calls functions and chains on their rows', async () => {
    expect((await service.rpc('add', { a: 2, b: 3 })).data).toBe(5)
    expect((await service.rpc('add', { a: 2 }, { get: true })).data).toBe(12)
    expect((await service.rpc('nothing')).status).toBe(204)
    const { data, count } = await service
      .rpc('all_projects', {}, { count: 'exact' })
      .select('id')
      .eq('stage', 'live')
      .order('id')
    expect([data, count]).toEqual([[{ id: 1 }, { id: 4 }], 2])
  })
  it('learns the code, message, details and hint that a function raised', async () => {
    const { error, status } = await service.rpc('fail', {
      code: 'WM123',
      message: 'Seats are full',
      detail: '5 of 5',
      hint: 'Upgrade',
    })
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'WM123',
      message: 'Seats are full',
      details: '5 of 5',
      hint: 'Upgrade',
    })
    const payment = await service.rpc('fail', { code: 'PT402', message: 'Payment required' })
    expect([payment.status, payment.error?.code]).toEqual([402, 'PT402'])
    expect((await service.rpc('fail_plain')).error).toMatchObject({ code: 'P0001', message: 'Too much' })
  })
  it('reads CSV, stripped nulls and other schemas', async () => {
    expect((await service.from('clients').select('id, city').eq('id', 3).csv()).data).toBe('id,city\n3,')
    expect((await service.from('clients').select().eq('id', 3).single().stripNulls()).data).toEqual({
      id: 3,
      name: 'Initech',
    })
    const { data } = await service.schema('other').from('things').select()
    expect(data).toEqual([{ id: 1, name: 'thing' }])
    const made = await service.schema('other').from('things').insert({ id: 2, name: 'new' }).select().single()
    expect(made.data).toEqual({ id: 2, name: 'new' })
  })
  it('reads its own tenant only, in every statement', async () => {
    const north = rest.client(await rest.token({ tenant: 'north' }))
    const south = rest.client(await rest.token({ tenant: 'south' }))
    await north.from('notes').insert({ body: 'secret of the north' }).throwOnError()
    expect((await south.from('notes').select()).data).toEqual([])
    expect((await south.from('notes').update({ body: 'x' }).neq('id', 0).select()).data).toEqual([])
    expect((await south.from('notes').delete().neq('id', 0).select()).data).toEqual([])
    const foreign = await south.from('notes').insert({ tenant: 'north', body: 'forged' })
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501'])
    expect((await north.from('notes').select('body')).data).toEqual([{ body: 'secret of the north' }])
  })
})

describe('profiles', () => {
  it('name the schema of the answer, and only exposed ones', async () => {
    const answer = await rest.ask('/things', {
      token: rest.serviceKey,
      headers: { 'Accept-Profile': 'other' },
    })
    expect([answer.status, answer.headers.get('content-profile')]).toEqual([200, 'other'])
    const refused = await rest.ask('/secrets', {
      token: rest.serviceKey,
      headers: { 'Accept-Profile': 'private' },
    })
    expect([refused.status, refused.json]).toEqual([
      406,
      {
        code: 'PGRST106',
        details: null,
        hint: 'Only the following schemas are exposed: public, other',
        message: 'Invalid schema: private',
      },
    ])
  })
})
