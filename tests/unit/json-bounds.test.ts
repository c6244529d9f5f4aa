import { describe, expect, it } from 'vitest'
import { JsonBounds } from '../../supabase/functions/_shared/domain/json-bounds.ts'

const take = (...parts: string[]) => {
  const bounds = new JsonBounds()
  for (const part of parts) bounds.take(part)
}

describe('a stream of JSON', () => {
  it('may nest 200 levels, and not one more', () => {
    expect(() => take('['.repeat(200))).not.toThrow()
    expect(() => take('['.repeat(200), '{')).toThrow(RangeError)
  })

  it('may hold 200,000 values in one node, however many nodes there are', () => {
    const node = (values: number) => `{"data":[${'0,'.repeat(values)}0]},`
    expect(() => take('{"added":[', node(150_000), node(150_000), ']}')).not.toThrow()
    expect(() => take('{"added":[', node(200_000))).toThrow(RangeError)
  })

  it('may hold 200,000 values in all, where it is parsed whole', () => {
    const whole = (text: string) => new JsonBounds({ isWhole: true }).take(text)
    expect(() => whole(`[${'{},'.repeat(90_000)}0]`)).not.toThrow()
    expect(() => whole(`[${'{},'.repeat(110_000)}0]`)).toThrow(RangeError)
  })

  it('may have a number of 100 characters, and not one more, wherever it is cut', () => {
    expect(() =>
      take('[', '1'.repeat(100), ',', '1'.repeat(100), '\n', ' '.repeat(500), 'true]'),
    ).not.toThrow()
    expect(() => take('[', '1'.repeat(60), '1'.repeat(41))).toThrow(RangeError)
  })

  it('may have anything in its texts, wherever they are cut', () => {
    expect(() => take('["', '['.repeat(500), '\\', '"', '{'.repeat(500), '"]')).not.toThrow()
  })
})
