// The demo waits for what the worker does in its own time, on a busy machine too.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../worker/seed/waiting.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** An answer that is there after some minutes. */
function answerIn(minutes: number): () => Promise<string | undefined> {
  const at = Date.now() + minutes * MINUTE_MS
  return async () => (Date.now() >= at ? 'found' : undefined)
}

test('what a slow machine takes ten minutes for is waited for', async () => {
  const answer = eventually('The finding', answerIn(10))
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(await answer).toBe('found')
})

test('what never comes is named in the end', async () => {
  const refusal = expect(eventually('The finding', answerIn(60))).rejects.toThrow(
    'The finding did not come within a quarter of an hour.',
  )
  await vi.advanceTimersByTimeAsync(16 * MINUTE_MS)
  await refusal
})
