import { describe, expect, it } from 'vitest'
import { atLeast, atMost } from '../bench/bench.ts'
import { takeTurns } from '../bench/support/turns.ts'
import { compareRows } from '../bench/support/verdict.ts'

describe('two sides that are measured', () => {
  it('never run at the same time, take one sample each, and change who goes first', async () => {
    const said: string[] = []
    let running = 0
    const [a, b] = takeTurns()
    const measure = async (name: string, side: typeof a) => {
      for (let n = 0; n < 3; n++)
        await side.sample(async () => {
          expect(++running).toBe(1)
          await new Promise((resolve) => setImmediate(resolve))
          said.push(`${name}${n}`)
          running--
        })
      side.leave()
    }
    await Promise.all([measure('a', a), measure('b', b)])
    expect(said).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2'])
  })

  it('hold whoever is done until the other is: what comes between samples disturbs nobody', async () => {
    const said: string[] = []
    const [a, b] = takeTurns()
    const first = a.sample(async () => void said.push('a')).then(() => said.push('a goes on'))
    const second = b.sample(async () => void said.push('b'))
    await Promise.all([first, second])
    expect(said).toEqual(['a', 'b', 'a goes on'])
  })

  it('go on alone when the other has left or fails', async () => {
    const [a, b] = takeTurns()
    const failing = b.sample(() => Promise.reject(new Error('broken')))
    const fine = a.sample(async () => 1)
    await expect(failing).rejects.toThrow('broken')
    expect(await fine).toBe(1)
    b.leave()
    expect(await a.sample(async () => 2)).toBe(2)
  })
})

describe('a row is', () => {
  const rounds = (...values: number[]) => values.map((value) => [atMost('x', value, 'ms', undefined, '')])
  it.each([
    ['slower where every round says so', [10, 30, 10], [12, 36, 12], 'slower'],
    ['alike where one round does not', [10, 30, 10], [12, 20, 12], 'alike'],
    ['alike within a tenth', [10, 10, 10], [10.9, 10.9, 10.9], 'alike'],
    ['faster where every round says so', [10, 30, 10], [8, 20, 8], 'faster'],
    ['alike where both are nothing', [0, 0, 0], [0, 0, 0], 'alike'],
    ['slower where something is lost that was not', [0, 0, 0], [1, 2, 1], 'slower'],
  ])('%s', (_, there, here, verdict) => {
    expect(compareRows(rounds(...there), rounds(...here))).toMatchObject([{ name: 'x', verdict }])
  })

  it('slower as well where more would be better', () => {
    const rate = (value: number) => [[atLeast('x', value, 'requests/s', undefined, '')]]
    expect(compareRows(rate(100), rate(80))).toMatchObject([{ verdict: 'slower', ratios: [1.25] }])
  })

  it('named where only one side has it', () => {
    expect(compareRows([[]], rounds(1))).toMatchObject([{ verdict: 'only here', ratios: [] }])
    expect(compareRows(rounds(1), [[]])).toMatchObject([{ verdict: 'only there', ratios: [] }])
  })
})
