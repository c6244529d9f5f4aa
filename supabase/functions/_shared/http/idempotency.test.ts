import { Context } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppEnv } from './context.ts'
import { once } from './idempotency.ts'

const said = vi.hoisted((): string[] => [])
vi.mock('../db/rest.ts', () => ({
  rpc: async (_c: unknown, name: string, { p_claim }: { p_claim?: string }) => {
    said.push(p_claim ? `${name} ${p_claim}` : name)
    return name === 'idempotency_begin' ? { state: 'new', claim: 'mine' } : undefined
  },
}))

const request = new Request('http://localhost/x', { method: 'POST', headers: { 'idempotency-key': 'key' } })
const context = new Context<AppEnv>(request, { env: undefined, path: '/x' })

describe('a request with an Idempotency-Key', () => {
  beforeEach(() => {
    said.length = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('says that it runs for as long as it does, more often than its key needs', async () => {
    let end = (_: { status: 201; body: null }) => {}
    const answered = once(
      context,
      'print',
      () => new Promise<{ status: 201; body: null }>((done) => (end = done)),
    )
    await vi.advanceTimersByTimeAsync(29_000)
    expect(said.filter((call) => call === 'idempotency_renew mine').length).toBeGreaterThanOrEqual(3)
    end({ status: 201, body: null })
    await answered
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said.at(-1)).toBe('idempotency_finish mine')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives its key back where it fails, and says nothing more', async () => {
    const failed = once(context, 'print', () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
    expect([said, vi.getTimerCount()]).toEqual([['idempotency_begin', 'idempotency_release mine'], 0])
  })
})
