import { describe, expect, it } from 'vitest'
import { Together } from './together.ts'

/** Work that ends when it is told to; what each was asked. */
function byHand() {
  const begun: { asks: readonly number[]; end(): void; fail(): void }[] = []
  const together = new Together<number, string>(
    (asks) =>
      new Promise((resolve, reject) => {
        begun.push({ asks, end: () => resolve(asks.join()), fail: () => reject(new Error(asks.join())) })
      }),
  )
  return { begun, together }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('what is asked together', () => {
  it('is done once for all who asked while the one before ran, begun after they had asked', async () => {
    const { begun, together } = byHand()
    const first = together.join('a', 1)
    await turn()
    const later = [together.join('a', 2), together.join('a', 3)]
    await turn()
    expect(begun.map(({ asks }) => asks)).toEqual([[1]])
    begun[0]?.end()
    expect(await first).toBe('1')
    await turn()
    expect(begun.map(({ asks }) => asks)).toEqual([[1], [2, 3]])
    const last = together.join('a', 4)
    begun[1]?.end()
    expect(await Promise.all(later)).toEqual(['2,3', '2,3'])
    await turn()
    begun[2]?.end()
    expect(await last).toBe('4')
  })

  it('waits for nothing of another key', async () => {
    const { begun, together } = byHand()
    void together.join('a', 1)
    const other = together.join('b', 2)
    await turn()
    begun[1]?.end()
    expect(await other).toBe('2')
  })

  it('fails for those who shared it alone', async () => {
    const { begun, together } = byHand()
    const first = together.join('a', 1)
    await turn()
    const second = together.join('a', 2)
    begun[0]?.fail()
    await expect(first).rejects.toThrow('1')
    await turn()
    begun[1]?.end()
    expect(await second).toBe('2')
    const third = together.join('a', 3)
    await turn()
    begun[2]?.end()
    expect(await third).toBe('3')
  })
})
