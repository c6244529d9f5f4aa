import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import type { AppContext, AppEnv } from './context.ts'
import { logRequest } from './log.ts'
import { unavailable } from './problem.ts'

afterEach(() => vi.restoreAllMocks())

test('a line is short, however long what the client chose', async () => {
  const line = vi.spyOn(console, 'log').mockReturnValue()
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('caller', { authId: null } as AppContext['var']['caller'])
    await next()
    logRequest(c, 'api', 1)
  })
  await app.request(`/${'a/'.repeat(7_000)}`, { headers: { 'waymark-consumer': 'A'.repeat(14_000) } })
  const [[text = ''] = []] = line.mock.calls
  const { path, consumer } = JSON.parse(text)
  expect([path.slice(0, 4), consumer.slice(0, 4)]).toEqual(['/a/a', 'AAAA'])
  expect(text.length).toBeLessThan(1_000)
})

test.each([
  ['what is not ready yet', unavailable(), 'info'],
  ['what lies behind and is away', unavailable(new Error('ECONNREFUSED')), 'error'],
])('%s is a line of its level', async (_what, error, level) => {
  const line = vi.spyOn(console, 'log').mockReturnValue()
  const app = new Hono<AppEnv>()
  app.onError((_error, c) => c.text('', 503))
  app.use(async (c, next) => {
    c.set('caller', { authId: null } as AppContext['var']['caller'])
    await next()
    logRequest(c, 'api', 1)
  })
  app.get('/', () => {
    throw error
  })
  await app.request('/')
  const [[text = ''] = []] = line.mock.calls
  const { status, error: logged, ...rest } = JSON.parse(text)
  expect([status, rest.level, logged !== undefined]).toEqual([503, level, level === 'error'])
})
