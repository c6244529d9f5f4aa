import { describe, expect, it } from 'vitest'
import { fetchHost, sharedStack } from '../support/stack.ts'

describe('the gateway', () => {
  it('tells its version and what runs', async () => {
    const answer = await fetchHost(sharedStack(), '', '/health')
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      services: { postgres: 'ok', rest: 'ok', auth: 'ok', storage: 'ok', mail: 'ok' },
    })
  })
})
