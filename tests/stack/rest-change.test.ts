// What a client changes by PATCH and deletes, and what it gets back.
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

describe('updating and deleting', () => {
  it('change what the filters choose', async () => {
    const quiet = await send('PATCH', '/projects?id=eq.2', { budget: 5.25, tags: ['a', 'b'] })
    expect([quiet.status, quiet.text, quiet.headers.get('content-range')]).toEqual([204, '', '0-0/*'])
    const loud = await send(
      'PATCH',
      '/projects?id=in.(1,2)&select=id,budget,tasks(id)&tasks.id=eq.4',
      { stage: 'done' },
      { Prefer: 'return=representation, count=exact' },
    )
    expect([loud.status, loud.headers.get('content-range')]).toEqual([200, '0-1/2'])
    expect(loud.json.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toEqual([
      { id: 1, budget: 1000.5, tasks: [] },
      { id: 2, budget: 5.25, tasks: [{ id: 4 }] },
    ])
    const none = await send('PATCH', '/projects?id=eq.999', { name: 'x' }, full)
    expect([none.status, none.json, none.headers.get('content-range')]).toEqual([200, [], '*/*'])
    expect((await send('PATCH', '/projects?id=eq.1', {}, full)).json).toEqual([])
    const gone = await send('DELETE', '/tasks?id=eq.5&select=title', undefined, full)
    expect([gone.status, gone.json]).toEqual([200, [{ title: 'Ship' }]])
    expect((await send('DELETE', '/tasks?id=eq.5')).status).toBe(204)
  })
  it('order what they return, by columns that are not shown too', async () => {
    const answer = await send(
      'PATCH',
      '/projects?id=in.(1,2)&select=name,tasks(id)&order=id.desc&tasks.order=id.desc',
      { due: '2027-01-01' },
      full,
    )
    expect(answer.json).toEqual([
      { name: 'Beta of the engines', tasks: [{ id: 4 }] },
      { name: 'Alpha search engine', tasks: [{ id: 3 }, { id: 2 }, { id: 1 }] },
    ])
  })
  it('count exactly where an estimate would do, and not where a plan is wanted', async () => {
    const counted = async (kind: string) =>
      (await send('PATCH', '/projects?id=in.(1,2)', { due: null }, { Prefer: `count=${kind}` })).headers.get(
        'content-range',
      )
    expect([await counted('estimated'), await counted('planned')]).toEqual(['0-1/2', '0-1/*'])
  })
  it('never touch all rows by accident, as the hosted platform has it', async () => {
    const patch = await send('PATCH', '/projects', { name: 'all' })
    expect([patch.status, patch.json.code, patch.json.message]).toEqual([
      400,
      '21000',
      'UPDATE requires a WHERE clause',
    ])
    expect((await send('DELETE', '/projects')).json.message).toBe('DELETE requires a WHERE clause')
  })
  it('roll back when one object was wanted and more were changed', async () => {
    const answer = await send(
      'PATCH',
      '/clients?id=in.(1,2)',
      { city: 'Both' },
      { ...full, Accept: 'application/vnd.pgrst.object+json' },
    )
    expect([answer.status, answer.json.code, answer.json.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 2 rows',
    ])
    expect(await count('city=eq.Both')).toBe(0)
  })
  it('roll back beyond max-affected', async () => {
    const strict = { Prefer: 'handling=strict, max-affected=1' }
    const answer = await send('PATCH', '/clients?id=in.(1,2)', { city: 'Two' }, strict)
    expect([answer.status, answer.json.code, answer.json.details]).toEqual([
      400,
      'PGRST124',
      'The query affects 2 rows',
    ])
    expect(await count('city=eq.Two')).toBe(0)
    const one = await send('PATCH', '/clients?id=eq.2', { city: 'One' }, strict)
    expect([one.status, one.headers.get('preference-applied')]).toEqual([
      204,
      'handling=strict, max-affected=1',
    ])
    const lenient = await send('PATCH', '/clients?id=in.(1,2)', { city: 'Two' }, { Prefer: 'max-affected=1' })
    expect(lenient.status).toBe(204)
  })
  it('refuse unknown preferences under handling=strict', async () => {
    const answer = await send(
      'PATCH',
      '/clients?id=eq.1',
      { city: 'x' },
      { Prefer: 'handling=strict, foo=bar, return=nothing' },
    )
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        code: 'PGRST122',
        details: 'Invalid preferences: foo=bar, return=nothing',
        hint: null,
        message: 'Invalid preferences given with handling=strict',
      },
    ])
  })
  it('report constraints that are only checked at commit', async () => {
    await rest.admin.query(`create table public.late (id int primary key, next int references public.late deferrable initially deferred);
      grant all on public.late to service_role`)
    const answer = await send('POST', '/late', { id: 1, next: 7 }, full)
    expect([answer.status, answer.json.code]).toEqual([409, '23503'])
    expect((await send('GET', '/late')).json).toEqual([])
  })
})
