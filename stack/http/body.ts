import type { IncomingMessage } from 'node:http'

/**
 * Reads a body whole. Throws what `tooLarge` makes beyond `limit` bytes; the connection is left open for the answer
 * that says so.
 */
export async function readBytes(req: IncomingMessage, limit: number, tooLarge: () => Error): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
