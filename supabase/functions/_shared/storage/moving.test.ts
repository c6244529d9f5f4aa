import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileMoving } from './moving.ts'

const second = 1000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A source of numbered bytes; from the `stuck`-th on nothing comes. */
function aSource(length: number, stuck = Number.POSITIVE_INFINITY) {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= stuck) return new Promise<void>(() => {})
      if (sent === length) controller.close()
      else controller.enqueue(Uint8Array.of(sent++))
    },
  })
}

test('a reader who takes a piece now and then gets all of them, however long that takes', async () => {
  const stop = vi.fn()
  const reader = whileMoving(aSource(10), 30 * second, stop).getReader()
  const taken: number[] = []
  for (;;) {
    await vi.advanceTimersByTimeAsync(29 * second)
    const { done, value } = await reader.read()
    if (done) break
    taken.push(...value)
  }
  expect([taken, stop.mock.calls.length, vi.getTimerCount()]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0, 0])
})

test('a reader who stands still is cut off, and the source is let go', async () => {
  const stop = vi.fn()
  const reader = whileMoving(aSource(10), 30 * second, stop).getReader()
  expect((await reader.read()).value).toEqual(Uint8Array.of(0))
  await vi.advanceTimersByTimeAsync(30 * second)
  expect(stop).toHaveBeenCalledOnce()
  await expect(reader.read()).rejects.toThrow('Nothing moved')
})

test('so is one who never began', async () => {
  const stop = vi.fn()
  const stream = whileMoving(aSource(10), 30 * second, stop)
  await vi.advanceTimersByTimeAsync(30 * second)
  expect(stop).toHaveBeenCalledOnce()
  await expect(stream.getReader().read()).rejects.toThrow('Nothing moved')
})

test('a source that stands still ends the reading', async () => {
  const stop = vi.fn()
  const reader = whileMoving(aSource(10, 1), 30 * second, stop).getReader()
  await reader.read()
  const next = reader.read()
  next.catch(() => {})
  await vi.advanceTimersByTimeAsync(30 * second)
  await expect(next).rejects.toThrow('Nothing moved')
  expect(stop).toHaveBeenCalledOnce()
})

test('who leaves, or fails, leaves no clock behind', async () => {
  const stop = vi.fn()
  await whileMoving(aSource(10), 30 * second, stop).cancel()
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('broken')),
  })
  await expect(
    whileMoving(broken, 30 * second, stop)
      .getReader()
      .read(),
  ).rejects.toThrow('broken')
  expect([stop.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
})
