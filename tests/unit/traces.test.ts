import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRouter } from '../../supabase/functions/_shared/http/router.ts'
import { traces } from '../../supabase/functions/api/routes/traces/create.ts'

vi.mock('../../supabase/functions/_shared/http/limit.ts', () => ({ limit: async () => undefined }))

const app = createRouter()
traces(app)
const send = (body = '{}') =>
  app.request('/otel/v1/traces', { method: 'POST', headers: { 'content-type': 'application/json' }, body })

/** What the collector was sent, and how each of it ends. */
let passed: { address: string; body: string; answer: (response: Response) => void; fail: () => void }[]
let named: Promise<unknown>[]
beforeEach(() => {
  passed = []
  named = []
  vi.stubGlobal('Deno', { env: { get: () => 'http://collector.example/' } })
  vi.stubGlobal('EdgeRuntime', { waitUntil: (work: Promise<unknown>) => void named.push(work) })
  vi.stubGlobal(
    'fetch',
    (address: string, { body }: { body: Uint8Array }) =>
      new Promise<Response>((answer, fail) =>
        passed.push({
          address,
          body: new TextDecoder().decode(body),
          answer,
          fail: () => fail(new Error('no')),
        }),
      ),
  )
})
afterEach(async () => {
  for (const { fail } of passed) fail()
  await Promise.all(named)
  vi.unstubAllGlobals()
})

it('are answered before the collector has them', async () => {
  expect((await send('{"a":1}')).status).toBe(202)
  expect(passed.map(({ address, body }) => [address, body])).toEqual([
    ['http://collector.example/v1/traces', '{"a":1}'],
  ])
})

it('are dropped while sixteen are under way, and passed on again once one is through', async () => {
  for (let sent = 0; sent < 20; sent++) expect((await send(String(sent))).status).toBe(202)
  expect(passed.map(({ body }) => Number(body))).toEqual(Array.from({ length: 16 }, (_, at) => at))
  passed[3]?.answer(new Response(null, { status: 200 }))
  await named[3]
  passed[4]?.fail()
  await named[4]
  for (const body of ['next', 'last', 'none']) await send(body)
  expect(passed.slice(16).map(({ body }) => body)).toEqual(['next', 'last'])
})

it('end here where there is no collector', async () => {
  vi.stubGlobal('Deno', { env: { get: () => undefined } })
  expect((await send()).status).toBe(202)
  expect(passed).toEqual([])
})
