// An installation of one company: there are no plans, so that nothing is at the addresses of billing, whoever asks; and the
// traces of its browsers go to its collector.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningStack, sharedStack, startStack } from '../support/stack.ts'

let stack: RunningStack
let collector: Server
const collected: { url: string | undefined; type: string | undefined; body: string }[] = []
beforeAll(async () => {
  collector = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    collected.push({
      url: req.url,
      type: req.headers['content-type'],
      body: Buffer.concat(chunks).toString(),
    })
    res.writeHead(503).end()
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  stack = await startStack({
    command: 'stack',
    args: [],
    env: {
      WAYMARK_MODE: 'single_tenant',
      WAYMARK_WORKSPACE_SLUG: 'acme',
      WAYMARK_TRACE_SAMPLE_RATE: '0.25',
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    },
  })
})
afterAll(async () => {
  await stack.stop()
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
})

interface Described {
  paths: Record<string, Record<string, { tags?: string[] }>>
}

/** The calls of billing that an installation describes. */
async function billingCalls(apiUrl: string): Promise<{ method: string; path: string }[]> {
  const { paths } = (await (await fetch(`${apiUrl}/api/v1/openapi.json`)).json()) as Described
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes('Billing'))
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  )
}

describe('an installation of one company', () => {
  it('answers 404 at every address of billing, to visitors and to the operator', async () => {
    const calls = await billingCalls(sharedStack().apiUrl)
    expect(calls.length).toBeGreaterThan(15)
    for (const { method, path } of calls)
      for (const headers of [{}, { authorization: `Bearer ${stack.serviceRoleKey}` }]) {
        const address = `/api/v1${path.replaceAll(/\{\w+\}/g, 'd2s6MQ')}`
        const answer = await fetch(`${stack.apiUrl}${address}`, { method, headers })
        const { type } = (await answer.json()) as { type: string }
        expect({ method, address, status: answer.status, type }).toMatchObject({
          status: 404,
          type: expect.stringMatching(/NOT_FOUND$/i),
        })
      }
  })

  it('describes none of them', async () => {
    expect(await billingCalls(stack.apiUrl)).toEqual([])
  })

  it('runs without Stripe and its double', () => {
    expect(Object.keys(stack.run().children)).not.toContain('stripe')
  })

  it('tells browsers how many traces they keep, and passes these on as they are, whatever the collector says', async () => {
    expect(await (await fetch(`${stack.apiUrl}/config.js`)).text()).toContain('"traceSampleRate":0.25')
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [] }] })
    const headers = { 'content-type': 'application/json' }
    const sent = await fetch(`${stack.apiUrl}/otel/v1/traces`, { method: 'POST', headers, body })
    expect(sent.status).toBe(202)
    expect(collected).toEqual([{ url: '/v1/traces', type: 'application/json', body }])
  })
})
