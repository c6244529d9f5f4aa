import { expect, it, vi } from 'vitest'
import { fetchBinary } from './binary.ts'

const answering = (body: BodyInit, init: ResponseInit) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, init))

it.each(['application/octet-stream', 'application/zip', 'image/svg+xml'])('takes %s', async (type) => {
  answering('PK', { headers: { 'Content-Type': type } })
  expect(await (await fetchBinary('/projects/x/ruleset')).text()).toBe('PK')
})

it.each(['text/html; charset=utf-8', 'application/json', 'text/plain'])(
  'refuses %s in place of bytes, in words',
  async (type) => {
    answering('<p>Sign in to the network</p>', { headers: { 'Content-Type': type } })
    await expect(fetchBinary('/projects/x/ruleset')).rejects.toThrow('HTTP response was not binary data')
  },
)

it('says what the server says where it refuses', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    code: 'NOT_FOUND',
    detail: 'Project not found.',
  }
  answering(JSON.stringify(problem), { status: 404, headers: { 'Content-Type': 'application/problem+json' } })
  await expect(fetchBinary('/projects/x/ruleset')).rejects.toMatchObject({
    status: 404,
    detail: 'Project not found.',
  })
})
