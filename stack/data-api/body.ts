import type { IncomingMessage } from 'node:http'
import { readBytes } from '../http/body.ts'
import { bodyTooLarge } from './errors.ts'

/** Reads the body as text, an octet stream as Postgres writes `bytea`; throws 413 beyond `limit` bytes. */
export async function readBody(req: IncomingMessage, limit: number): Promise<string> {
  const body = await readBytes(req, limit, () => bodyTooLarge(limit))
  const type = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  return type === 'application/octet-stream' ? `\\x${body.toString('hex')}` : body.toString('utf8')
}
