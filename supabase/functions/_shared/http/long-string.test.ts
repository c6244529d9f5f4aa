import { describe, expect, test } from 'vitest'
import { readLongString } from './long-string.ts'

const bounds = { bytes: 10_000, rest: 200 }

/** A request whose body comes in parts of so many bytes. */
function requestOf(text: string, size: number): Request {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const body = new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

const read = (text: string, size = 7) => readLongString(requestOf(text, size), 'long', bounds, joined)

describe('a body with one long string', () => {
  const text =
    'a "quote", a \\ backslash, \\\\" both, a \u0001 control, \u{1f43e} paws, ü, "long":"no" and \\u00e4'
  const body = JSON.stringify({ before: [1, { x: 'y"' }], long: text, after: null })

  test.each([1, 2, 3, 5, 8, 13, 1000])('is read whatever its parts are: %i bytes', async (size) => {
    expect(await read(body, size)).toEqual({
      rest: { before: [1, { x: 'y"' }], long: '', after: null },
      taken: text,
    })
  })

  test.each([1, 6, 7, 1000])('keeps a character of two escapes together: %i bytes', async (size) => {
    expect((await read('{"long":"\\ud83d\\udc3e!"}', size)).taken).toBe('\u{1f43e}!')
  })

  test.each([1, 4, 1000])('may have blanks around its colon: %i bytes', async (size) => {
    expect(await read('{ "before": 1,\n  "long" :\t"a b" }', size)).toEqual({
      rest: { before: 1, long: '' },
      taken: 'a b',
    })
  })

  test('may be without it, and may have it in another string only', async () => {
    expect(await read('{"short":"x"}')).toEqual({ rest: { short: 'x' }, taken: null })
    expect(await read(JSON.stringify({ x: '"long":"y"' }))).toEqual({
      rest: { x: '"long":"y"' },
      taken: null,
    })
  })

  test.each([
    ['ends within the string', '{"long":"abc', 400],
    ['ends behind it', '{"long":"abc"', 400],
    ['has an escape that is none', '{"long":"\\x"}', 400],
    ['has a raw line break in it', '{"long":"a\nb"}', 400],
    ['is larger than all of it may be', `{"long":"${'a'.repeat(10_001)}"}`, 413],
    ['has more before it than it may', `{"x":"${'a'.repeat(300)}","long":""}`, 413],
    ['has more behind it than it may', `{"long":"","x":"${'a'.repeat(300)}"}`, 413],
  ])('is refused where it %s', async (_what, text, status) => {
    await expect(read(text)).rejects.toMatchObject({ problem: { status } })
  })

  test('is read to its end when who takes it fails', async () => {
    const request = requestOf(body, 5)
    const failing = async () => {
      throw new Error('no room')
    }
    await expect(readLongString(request, 'long', bounds, failing)).rejects.toThrow('no room')
    expect(request.bodyUsed).toBe(true)
    await expect(request.text()).rejects.toThrow()
  })
})
