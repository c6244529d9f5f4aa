import type { ServerResponse } from 'node:http'
import { unread } from './unread.ts'

const SLICE = 256 * 1024

/**
 * Ends an answer with its body. A long one goes in slices, the next when the system has taken the one before, so that it
 * is known how much of it lies unread. Content-Length is for the caller to set; `bytes` is what it says.
 */
export function endWith(res: ServerResponse, body: string | Buffer, bytes: number): void {
  // What is all ASCII is the same in both encodings, and Node writes Latin-1 without converting it.
  const encoding = bytes === body.length ? 'latin1' : 'utf8'
  if (bytes <= SLICE) {
    res.end(body, encoding)
    return
  }
  // A slice of a text could end within a character, except where each is one byte.
  const whole = encoding === 'latin1' ? body : Buffer.from(body as string)
  writeFrom(res, whole, 0, encoding)
}

function writeFrom(
  res: ServerResponse,
  body: string | Buffer,
  start: number,
  encoding: 'latin1' | 'utf8',
): void {
  const end = start + SLICE
  if (end >= body.length) {
    res.end(body.slice(start), encoding)
    return
  }
  res.write(body.slice(start, end), encoding, (error) => {
    if (error || res.destroyed) return
    unread.shrink(res, body.length - end)
    writeFrom(res, body, end, encoding)
  })
}
