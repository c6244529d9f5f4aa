import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendProblem } from '../http/problem.ts'

// 50 MB is what an import may bring; multipart boundaries and the other fields come on top.
export const MAX_BODY = 51 * 1024 * 1024

/**
 * Refuses bodies beyond `max`: at once when the length is declared, else when the limit is passed.
 * Returns false when the request has been answered.
 */
export function limitBody(req: IncomingMessage, res: ServerResponse, max = MAX_BODY): boolean {
  if (Number(req.headers['content-length'] ?? 0) > max) {
    tooLarge(res, max)
    return false
  }
  if (req.headers['transfer-encoding']) countChunks(req, res, max)
  return true
}

// Every reader of the body, whichever way it reads, gets its chunks through `push`.
function countChunks(req: IncomingMessage, res: ServerResponse, max: number): void {
  const push = req.push.bind(req)
  let total = 0
  req.push = (chunk, encoding) => {
    total += chunk?.length ?? 0
    if (total <= max) return push(chunk, encoding)
    tooLarge(res, max)
    req.destroy(new Error('body too large'))
    return false
  }
}

function tooLarge(res: ServerResponse, max: number): void {
  const megabytes = Math.floor(max / 1024 / 1024) - 1
  sendProblem(res, 413, 'Payload too large', `A request body may have at most ${megabytes} MB.`)
}
