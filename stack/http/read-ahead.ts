// A body that is small is read whole before anybody hears of its request, so that what dribbles keeps no place of others.
import type { IncomingMessage } from 'node:http'

/** Up to here a body is read whole before a function hears of it. */
export const SMALL_BODY = 256 * 1024

/** What has been read of a body. */
export interface ReadAhead {
  chunks: Buffer[]
  /** Nothing comes after these. */
  whole: boolean
}

/** Takes a body as far as it is small. Resolves early when the client goes away: there is nobody to answer then. */
export async function readAhead(req: IncomingMessage): Promise<ReadAhead> {
  if (!hasBody(req)) return { chunks: [], whole: true }
  if (isStream(req)) return { chunks: [], whole: false }
  const chunks: Buffer[] = []
  let bytes = 0
  while (bytes <= SMALL_BODY && !req.readableEnded && !req.destroyed) {
    const chunk: Buffer | null = req.read()
    if (chunk) {
      chunks.push(chunk)
      bytes += chunk.length
    } else if (!req.readableEnded) await more(req)
  }
  return { chunks, whole: req.readableEnded }
}

function more(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const heard = () => {
      for (const event of EVENTS) req.off(event, heard)
      resolve()
    }
    for (const event of EVENTS) req.on(event, heard)
  })
}

const EVENTS = ['readable', 'end', 'close', 'error']

/** Whether a request has a body at all. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

/** Whether nobody said how long the body is: then it may want to be answered while it comes. */
export function isStream({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
}
