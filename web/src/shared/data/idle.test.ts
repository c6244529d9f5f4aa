import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetActivity, watchIdle } from './idle.ts'

const timeout = 60_000

/** Web Locks of one browser: held by one, the others queue. */
function fakeLocks() {
  const queue: (() => void)[] = []
  let held = false
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const take = () => {
        if (signal.aborted) return next()
        held = true
        void work().then(() => {
          held = false
          resolve()
          next()
        })
      }
      const next = () => queue.shift()?.()
      signal.addEventListener('abort', () => reject(new Error('aborted')))
      if (held) queue.push(take)
      else take()
    })
  vi.stubGlobal('navigator', { locks: { request } })
}

const move = () => window.dispatchEvent(new Event('pointermove'))
const stops: (() => void)[] = []
/** A tab that watches; how often it noticed. */
function tab() {
  const noticed = vi.fn()
  const stop = watchIdle(timeout, noticed)
  stops.push(stop)
  return { noticed, close: stop }
}

beforeEach(() => {
  vi.useFakeTimers()
  window.localStorage.clear()
  fakeLocks()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('idle logout', () => {
  it('comes after the time-out without a sign of anybody', () => {
    const { noticed } = tab()
    vi.advanceTimersByTime(timeout - 1_000)
    expect(noticed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(noticed).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(timeout)
    expect(noticed).toHaveBeenCalledOnce()
  })

  it('is put off by activity, in whatever tab', () => {
    const first = tab()
    tab()
    for (let minute = 0; minute < 3; minute++) {
      vi.advanceTimersByTime(timeout - 2_000)
      move()
    }
    expect(first.noticed).not.toHaveBeenCalled()
  })

  it('is noticed by one tab only, and by the next when that one closes', () => {
    const first = tab()
    const second = tab()
    vi.advanceTimersByTime(timeout / 2)
    first.close()
    return Promise.resolve().then(async () => {
      await vi.advanceTimersByTimeAsync(timeout / 2)
      expect(first.noticed).not.toHaveBeenCalled()
      expect(second.noticed).toHaveBeenCalledOnce()
    })
  })

  it('meets a laptop that slept past the time-out as soon as it wakes, before a hand on it counts', () => {
    const { noticed } = tab()
    vi.setSystemTime(Date.now() + 10 * timeout)
    move()
    expect(noticed).toHaveBeenCalledOnce()
  })

  it('meets a page that is opened again too late', () => {
    const { close } = tab()
    close()
    vi.setSystemTime(Date.now() + 2 * timeout)
    expect(tab().noticed).toHaveBeenCalledOnce()
  })

  it('starts afresh for who signs in next', () => {
    tab().close()
    vi.setSystemTime(Date.now() + 2 * timeout)
    forgetActivity()
    expect(tab().noticed).not.toHaveBeenCalled()
  })
})
