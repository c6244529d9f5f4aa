// An installation of one company: there are no plans, so that nothing is at the addresses of billing, whoever asks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningStack, sharedStack, startStack } from '../support/stack.ts'

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({
    command: 'stack',
    args: [],
    env: { WAYMARK_MODE: 'single_tenant', WAYMARK_WORKSPACE_SLUG: 'acme' },
  })
})
afterAll(() => stack.stop())

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
})
