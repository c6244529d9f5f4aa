import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markTopic, subscribeWanted, usePolled, useTopic, wantedTopics } from './topics.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  markTopic('project:7', false)
  vi.useRealTimers()
})

const polled = (topic: string | null = 'project:7') => renderHook(() => usePolled(topic, 5_000))
const mark = (isOpen: boolean) => act(() => markTopic('project:7', isOpen))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('polls while there is no channel', () => {
  expect(polled().result.current).toBe(5_000)
  expect(polled(null).result.current).toBe(5_000)
})

it('looks once more after the channel opened, then leaves it to notices', () => {
  const { result } = polled()
  mark(true)
  expect(result.current).toBe(5_000)
  pass(10_000)
  expect(result.current).toBe(false)
})

it('polls again at once when the channel shuts, and stops again when it is back', () => {
  const { result } = polled()
  mark(true)
  pass(10_000)
  mark(false)
  expect(result.current).toBe(5_000)
  mark(true)
  expect(result.current).toBe(5_000)
  pass(10_000)
  expect(result.current).toBe(false)
})

it('polls for another channel until that one is open', () => {
  const { result, rerender } = renderHook(({ topic }) => usePolled(topic, 5_000), {
    initialProps: { topic: 'project:7' },
  })
  mark(true)
  pass(10_000)
  rerender({ topic: 'project:8' })
  expect(result.current).toBe(5_000)
})

it('wants a channel while any view does', () => {
  const told = vi.fn()
  const stop = subscribeWanted(told)
  const first = renderHook(() => useTopic('project:9'))
  const second = renderHook(() => useTopic('project:9'))
  expect(wantedTopics()).toEqual(['project:9'])
  first.unmount()
  expect(wantedTopics()).toEqual(['project:9'])
  second.unmount()
  expect(wantedTopics()).toEqual([])
  expect(told).toHaveBeenCalledTimes(4)
  stop()
})
