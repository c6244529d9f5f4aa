import { expect, it } from 'vitest'
import { SeqWindow } from './seq-window.ts'

it('has a gap where one is missing, not where one waits for its turn', () => {
  const window = new SeqWindow<string>()
  window.start(3)
  window.hold(4, 'four')
  expect(window.hasGap).toBe(false)
  window.hold(6, 'six')
  expect([...window.ready()]).toEqual(['four'])
  expect([window.hasGap, window.last]).toEqual([true, 4])
  window.hold(5, 'five')
  expect(window.hasGap).toBe(false)
  expect([...window.ready()]).toEqual(['five', 'six'])
  expect([window.hasGap, window.last]).toEqual([false, 6])
})
