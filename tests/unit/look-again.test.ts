import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lookAgain } from '../../worker/look-again.ts'

let events: EventEmitter
let stopping: AbortController
const workerPool = { nudge: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  workerPool.nudge.mockReset()
  events = new EventEmitter()
  stopping = new AbortController()
  lookAgain(events, stopping.signal)
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['heard of a job', () => events.emit('pool:listen:notification', { workerPool })],
  ['ended one', () => events.emit('job:complete', { worker: { workerPool } })],
])('a runner that %s looks again before its poll is due, and then leaves it to that', (_what, happen) => {
  happen()
  expect(workerPool.nudge).not.toHaveBeenCalled()
  vi.advanceTimersByTime(120)
  expect(workerPool.nudge).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_880)
  expect(workerPool.nudge).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(60_000)
  expect(workerPool.nudge).toHaveBeenCalledTimes(3)
})

it('a stream of jobs adds no looks of its own before it ends', () => {
  for (let n = 0; n < 50; n += 1) {
    events.emit('pool:listen:notification', { workerPool })
    vi.advanceTimersByTime(50)
  }
  expect(workerPool.nudge).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(workerPool.nudge).toHaveBeenCalledTimes(3)
})

it('a runner that stops looks for nothing more', () => {
  events.emit('pool:listen:notification', { workerPool })
  vi.advanceTimersByTime(120)
  stopping.abort()
  vi.advanceTimersByTime(60_000)
  expect(workerPool.nudge).toHaveBeenCalledOnce()
})
