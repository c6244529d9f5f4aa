// What errors of functions do to the answer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alterRoleHere } from '../support/database.ts'
import { type RestStack, startRest } from '../support/rest.ts'

let rest: RestStack
beforeAll(async () => {
  rest = await startRest(readFileSync(join(import.meta.dirname, 'rest-schema.sql'), 'utf8'))
})
afterAll(() => rest.close())

const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  rest.ask(path, { method: 'POST', body, headers, token: rest.serviceKey })

describe('errors of the database', () => {
  it.each([
    ['P0001', 400],
    ['WM001', 400],
    ['PT402', 402],
    ['PT999', 999],
    // Where PT402 has its status, this one has three letters that are none.
    ['PTXXX', 500],
    ['23505', 409],
    ['23503', 409],
    ['42501', 403],
    ['42883', 404],
    ['42P01', 404],
    ['42P17', 500],
    ['40003', 500],
    ['53000', 503],
    ['53400', 500],
    ['54000', 500],
    ['57P01', 503],
    ['22023', 400],
    ['28000', 403],
    ['25006', 405],
    ['21000', 500],
    ['XX000', 500],
  ])('%s answers %i with the code, message, details and hint', async (code, status) => {
    const answer = await post('/rpc/fail', { code, message: 'No more', detail: 'of that', hint: 'stop' })
    expect([answer.status, answer.json]).toEqual([
      status,
      { code, details: 'of that', hint: 'stop', message: 'No more' },
    ])
    if (/^PT\d/.test(code)) expect(answer.statusText).toBe('No more')
  })
  it.each(['40001', '40P01'])('%s pass: they say when to come again, and nothing of others', async (code) => {
    const answer = await post('/rpc/fail', { code, message: 'No more', detail: 'process 7', hint: 'stop' })
    expect([answer.status, answer.json, answer.headers.get('retry-after')]).toEqual([
      503,
      { code, details: null, hint: null, message: 'No more' },
      '2',
    ])
  })
  it('that pass are met once, and asked again at once', async () => {
    const own = await startRest(`
      create sequence public.tries;
      create function public.collide(times bigint) returns bigint language plpgsql as $$
      declare
        tried constant bigint := nextval('public.tries');
      begin
        if tried <= times then
          raise exception using errcode = '40P01', message = 'deadlock detected';
        end if;
        return tried;
      end $$;
      grant usage on schema public to service_role;
      grant usage on sequence public.tries to service_role;
      grant execute on function public.collide to service_role;`)
    try {
      const collide = async (times: number) => {
        const { status, json } = await own.ask('/rpc/collide', {
          method: 'POST',
          body: { times },
          token: own.serviceKey,
        })
        return [status, json.code ?? json]
      }
      expect([await collide(1), await collide(3), await collide(9)]).toEqual([
        [200, 2],
        [200, 4],
        [503, '40P01'],
      ])
    } finally {
      await own.close()
    }
  })
  it('of a refused role are 401 for who is nobody', async () => {
    const answer = await rest.ask('/settings')
    expect([answer.status, answer.json.code, answer.headers.get('www-authenticate')]).toEqual([
      401,
      '42501',
      'Bearer',
    ])
  })
  it('may be a whole answer of their own', async () => {
    const answer = await post('/rpc/fail', {
      code: 'PGRST',
      message: '{"code": "WM7", "message": "Pay first", "details": "please", "hint": "now"}',
      detail: '{"status": 402, "status_text": "Pay\\r\\nfirst", "headers": {"X-Reason": "money"}}',
    })
    expect(answer.statusText).toBe('Pay first')
    expect([answer.status, answer.headers.get('x-reason'), answer.json]).toEqual([
      402,
      'money',
      { code: 'WM7', message: 'Pay first', details: 'please', hint: 'now' },
    ])
    const broken = await post('/rpc/fail', { code: 'PGRST', message: 'no JSON', detail: '{}' })
    expect([broken.status, broken.json.code]).toEqual([500, 'PGRST121'])
  })
  it('tell of time that ran out, by the role or the function', async () => {
    const change = alterRoleHere('anon', "set statement_timeout = '50ms'")
    await rest.admin.query(`${change}; notify pgrst, 'reload schema'`)
    const answer = await rest.ask('/rpc/sleepy', { method: 'POST', body: { seconds: 5 } })
    expect([answer.status, answer.json.code]).toEqual([500, '57014'])
    expect((await rest.ask('/rpc/patient', { method: 'POST', body: {} })).json).toBe('30s')
  })
})
