// When the command line tries again, and how long it waits before.
import { describe, expect, it } from 'vitest'
import { PassingError, retryAfter, withRetries } from '../../cli/server/retries.ts'

/** Fails so often, each time with this error; notes the waits. */
function failing(times: number, error: Error) {
  const waits: number[] = []
  let made = 0
  const attempt = async () => {
    made += 1
    if (made <= times) throw error
    return made
  }
  return { waits, run: () => withRetries(attempt, { wait: async (seconds) => void waits.push(seconds) }) }
}

describe('trying again', () => {
  it('waits about twice as long each time, four times at most', async () => {
    const { waits, run } = failing(4, new PassingError('No answer.'))
    expect(await run()).toBe(5)
    for (const [n, seconds] of waits.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(2 ** n * 0.75)
      expect(seconds).toBeLessThanOrEqual(2 ** n * 1.25)
    }
    await expect(failing(5, new PassingError('No answer.')).run()).rejects.toThrow('No answer.')
  })

  it('waits as long as the server asks, if that is bearable', async () => {
    const { waits, run } = failing(1, new PassingError('Later.', 7))
    await run()
    expect(waits).toEqual([7])
    const unbearable = failing(1, new PassingError('Later.', 61))
    await expect(unbearable.run()).rejects.toThrow('Later.')
    expect(unbearable.waits).toEqual([])
  })

  it('leaves alone what will not pass', async () => {
    const { waits, run } = failing(1, new TypeError('A mistake.'))
    await expect(run()).rejects.toThrow('A mistake.')
    expect(waits).toEqual([])
  })
})

it.each([
  [null, undefined],
  ['12', 12],
  ['Wed, 21 Oct 2026 07:28:10 GMT', 10],
  ['Wed, 21 Oct 2020 07:28:10 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
])('reads Retry-After %j as %j seconds', (header, seconds) => {
  expect(retryAfter(header, Date.parse('2026-10-21T07:28:00Z'))).toBe(seconds)
})
