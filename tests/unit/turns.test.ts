import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { NoTurn, Turns } from '../../stack/turns.ts'

const AT_ONCE = { places: 8, waiting: 100, waitMs: 60_000 }

/** Asks `count` times; who has a turn is in `held`, as what ends it. */
function asking(turns: Turns, who: string | undefined, count: number, held: Held[] = []): Held[] {
  for (let n = 0; n < count; n++) void turns.take(who).then((end) => held.push({ who, end }))
  return held
}

interface Held {
  who: string | undefined
  end: () => void
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('turns at places that are few', () => {
  it('are half of them for who is alone, a quarter for the next, and the last one for who has none', async () => {
    const turns = new Turns(AT_ONCE)
    const [a, b] = [asking(turns, 'a', 50), asking(turns, 'b', 50)]
    await settled()
    expect([a.length, b.length]).toEqual([4, 2])
    const others = ['c', 'd'].map((who) => asking(turns, who, 1))
    await settled()
    expect(others.map(({ length }) => length)).toEqual([1, 1])
    expect(turns.free).toBe(0)
  })

  it('are left free, a quarter of them, by who stands for many', async () => {
    const turns = new Turns(AT_ONCE)
    const many = asking(turns, undefined, 50)
    await settled()
    expect(many.length).toBe(6)
    const others = ['a', 'b'].map((who) => asking(turns, who, 1))
    await settled()
    expect(others.map(({ length }) => length)).toEqual([1, 1])
  })

  it('shrink to a quarter while others wait', async () => {
    const turns = new Turns(AT_ONCE)
    const a = asking(turns, 'a', 50)
    const [b, c] = [asking(turns, 'b', 50), asking(turns, 'c', 50)]
    await settled()
    expect([a.length, b.length, c.length]).toEqual([4, 2, 1])
    for (const { end } of a.splice(0)) end()
    await settled()
    expect([a.length, b.length, c.length]).toEqual([2, 2, 2])
  })

  it('go round those who wait, however often one of them asks', async () => {
    const turns = new Turns({ ...AT_ONCE, places: 1 })
    const held: Held[] = []
    asking(turns, 'a', 20, held)
    asking(turns, 'b', 2, held)
    asking(turns, 'c', 2, held)
    const order: (string | undefined)[] = []
    for (let n = 0; n < 7; n++) {
      await settled()
      const next = held.shift()
      order.push(next?.who)
      next?.end()
    }
    expect(order.join('')).toBe('aabcabc')
  })

  it('come back whole, whoever gave up meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const turns = new Turns({ ...AT_ONCE, places: 1, waiting: 1 })
    const end = await turns.take('a')
    const late = turns.take('b').catch((error: unknown) => error)
    await expect(turns.take('b')).rejects.toThrow(NoTurn)
    vi.runAllTimers()
    expect(await late).toBeInstanceOf(NoTurn)
    end()
    end()
    expect(turns.free).toBe(1)
    ;(await turns.take('b'))()
    expect(turns.free).toBe(1)
  })
})
