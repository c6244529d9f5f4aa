import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveKeys, ofRow, withParam } from './keys.ts'
import type { Notice } from './notice.ts'
import { createRefresher, gatherMs, type Refresher, windowMs } from './refresh.ts'

liveKeys({
  planets: [['planets'], ofRow(['planet']), withParam('moons-of', 'planetId')],
  stars: [['stars']],
})

const changed = (table: string, ids: number[] | null = null): Notice => ({
  topic: 'workspace:1',
  event: 'change',
  table,
  operation: 'UPDATE',
  ids,
})

let client: QueryClient
let refresher: Refresher
let visibility: DocumentVisibilityState

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  refresher = createRefresher(client)
})
afterEach(() => {
  refresher.stop()
  client.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A query on screen; counts how often it ran. */
async function shown(queryKey: unknown[], data: unknown = []) {
  const run = vi.fn(async () => data)
  new QueryObserver(client, { queryKey, queryFn: run }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  run.mockClear()
  return run
}

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
}

describe('a notice', () => {
  it('runs the queries of its table again, and no others', async () => {
    const planets = await shown(['planets', 7])
    const stars = await shown(['stars'])
    refresher.changed(changed('planets'))
    await pass(gatherMs)
    expect(planets).toHaveBeenCalledOnce()
    expect(stars).not.toHaveBeenCalled()
  })

  it('of a table that nobody shows does nothing', async () => {
    const planets = await shown(['planets'])
    refresher.changed(changed('comets'))
    await pass(windowMs * 3)
    expect(planets).not.toHaveBeenCalled()
  })

  it('runs a query of one row only where that row is meant, or where it does not say', async () => {
    const earth = await shown(['planet', 'earth'], { id: 3 })
    const unknown = await shown(['planet', 'vulcan'], null)
    const moons = await shown(['moons-of', 'anybody', { planetId: 3 }])
    refresher.changed(changed('planets', [4]))
    await pass(gatherMs)
    expect(earth).not.toHaveBeenCalled()
    expect(moons).not.toHaveBeenCalled()
    expect(unknown).toHaveBeenCalledOnce()
    refresher.changed(changed('planets', [4]))
    refresher.changed(changed('planets', [3, 5]))
    await pass(windowMs)
    expect(earth).toHaveBeenCalledTimes(1)
    expect(moons).toHaveBeenCalledTimes(1)
    refresher.changed(changed('planets', null))
    await pass(windowMs)
    expect(earth).toHaveBeenCalledTimes(2)
    expect(moons).toHaveBeenCalledTimes(2)
  })

  it('marks what is not on screen, to be loaded when it is shown', async () => {
    await client.prefetchQuery({ queryKey: ['stars'], queryFn: async () => [] })
    refresher.changed(changed('stars'))
    await pass(gatherMs)
    expect(client.getQueryState(['stars'])?.isInvalidated).toBe(true)
  })
})

describe('a burst', () => {
  it('is one run at once and one for what came after', async () => {
    const planets = await shown(['planets'])
    for (let n = 0; n < 100; n++) refresher.changed(changed('planets', [n]))
    await pass(gatherMs)
    expect(planets).toHaveBeenCalledTimes(1)
    for (let n = 0; n < 100; n++) refresher.changed(changed('planets', [n]))
    await pass(windowMs - gatherMs - 1)
    expect(planets).toHaveBeenCalledTimes(1)
    await pass(gatherMs + 2)
    expect(planets).toHaveBeenCalledTimes(2)
    await pass(windowMs * 5)
    expect(planets).toHaveBeenCalledTimes(2)
  })

  it('that does not end runs twice a second', async () => {
    const planets = await shown(['planets'])
    for (let n = 0; n < 100; n++) {
      refresher.changed(changed('planets'))
      await pass(50)
    }
    expect(planets.mock.calls.length).toBeGreaterThanOrEqual(10)
    expect(planets.mock.calls.length).toBeLessThanOrEqual(11)
  })
})

describe('a hidden tab', () => {
  it('waits until somebody looks', async () => {
    const planets = await shown(['planets'])
    visibility = 'hidden'
    refresher.changed(changed('planets'))
    await pass(60_000)
    expect(planets).not.toHaveBeenCalled()
    visibility = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(gatherMs)
    expect(planets).toHaveBeenCalledOnce()
  })
})

describe('notices that may have been missed', () => {
  it('run everything that they keep up to date once, and nothing else', async () => {
    const planets = await shown(['planets'])
    const stars = await shown(['stars'])
    const other = await shown(['never-told'])
    refresher.missed()
    refresher.missed()
    await pass(windowMs * 3)
    expect(planets).toHaveBeenCalledOnce()
    expect(stars).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })
})
