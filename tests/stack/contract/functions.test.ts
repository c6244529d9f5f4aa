// Edge functions from outside.
import { describe, expect, it } from 'vitest'
import { aPerson, target, visitor } from './clients.ts'

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${target().url}/functions/v1/${path}`, {
    ...init,
    headers: { apikey: target().anonKey, ...init.headers },
  })

describe('a function', () => {
  it('sees method, path below its own name, query, headers and body; its answer comes as it is', async () => {
    const answer = await call('echo/deep/path?a=1&b=%20', {
      method: 'POST',
      headers: { 'x-name': 'value' },
      body: 'teapot',
    })
    expect([answer.status, answer.headers.get('x-served-by')]).toEqual([418, 'echo'])
    expect(await answer.json()).toEqual({
      method: 'POST',
      path: '/echo/deep/path',
      search: '?a=1&b=%20',
      body: 'teapot',
      name: 'value',
    })
  })

  it('answers the preflight of a browser', async () => {
    const answer = await call('echo', {
      method: 'OPTIONS',
      headers: {
        origin: 'http://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-client-info, apikey, content-type',
      },
    })
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('is called by the client', async () => {
    const { data, error } = await visitor().functions.invoke('echo', { body: { a: 1 } })
    expect(error).toBeNull()
    expect(data).toMatchObject({ method: 'POST', path: '/echo', body: '{"a":1}' })
  })

  it('streams its answer', async () => {
    expect(await (await call('stream')).text()).toBe('line 1\nline 2\nline 3\n')
  })

  it('takes an upload of 50 MB', async () => {
    const body = new Uint8Array(50 * 1024 * 1024)
    expect(await (await call('upload', { method: 'POST', body })).json()).toEqual({ bytes: body.length })
  })

  it('that throws answers 500 and lives on', async () => {
    expect((await call('crash?throw=1')).status).toBe(500)
    expect(await (await call('crash')).json()).toEqual({ alive: true })
  })

  it('behind verify_jwt wants a token of this project', async () => {
    expect((await call('guarded')).status).toBe(401)
    expect((await call('guarded', { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401)
    const ada = await aPerson()
    const { data } = await ada.client.functions.invoke('guarded')
    expect(data).toEqual({ hasToken: true })
  })

  it('that is not there is a 404', async () => {
    expect((await call('nowhere')).status).toBe(404)
  })
})
