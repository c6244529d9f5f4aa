import { describe, expect, it } from 'vitest'
import { type AnswerFrame, frameBytes, framesIn } from './answer-frames.ts'

const frames: AnswerFrame[] = [
  {
    kind: 'head',
    head: { status: 200, headers: [['set-cookie', 'a=1']], url: 'https://a.example/', left_out: [] },
  },
  { kind: 'content', bytes: new Uint8Array([0, 1, 255]) },
  { kind: 'content', bytes: new Uint8Array(0) },
  { kind: 'end', end: 'too_large' },
]
const all = new Uint8Array(frames.flatMap((frame) => [...frameBytes(frame)]))

async function read(chunks: Uint8Array[]): Promise<AnswerFrame[]> {
  async function* stream() {
    yield* chunks
  }
  return Array.fromAsync(framesIn(stream()))
}

describe('an answer in frames', () => {
  it.each([1, 2, 7, 1000])('is read in pieces of %d bytes', async (size) => {
    const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_none, at) =>
      all.slice(at * size, (at + 1) * size),
    )
    expect(await read(chunks)).toEqual(frames)
  })

  it('is refused where it ends early, or is something else', async () => {
    await expect(read([all.slice(0, -1)])).rejects.toThrow('without its end')
    await expect(read([new TextEncoder().encode('<html></html>')])).rejects.toThrow('not in frames')
    await expect(read([new Uint8Array([1, 255, 255, 255, 255])])).rejects.toThrow('not in frames')
  })
})
