import type { ServerResponse } from 'node:http'
import { chooseEncoding, encode } from './compress.ts'
import { endWith } from './in-slices.ts'
import { TooMuchUnread, unread } from './unread.ts'

/** A whole answer, before it is sent. */
export interface Reply {
  status: number
  headers: Record<string, string | string[]>
  body: string | Buffer
  statusText?: string | undefined
}

/** A header or a reason that HTTP does not allow: functions of the database may write any. */
export class InvalidHeader extends Error {
  override name = 'InvalidHeader'
}

/**
 * Sends a reply; a HEAD request and an empty status get no body. Throws InvalidHeader, and TooMuchUnread to a GET whose
 * client lets too much lie unread; nothing is sent then.
 */
export async function send(res: ServerResponse, reply: Reply, method: string): Promise<void> {
  if (res.destroyed || res.headersSent) return
  const isEmpty = reply.status === 204 || reply.status === 304 || method === 'HEAD'
  const length = Buffer.byteLength(reply.body)
  if (!isEmpty && !unread.hold(res, length)) {
    if (method === 'GET') throw new TooMuchUnread('other answers have not been read yet')
    // What was changed is changed: a refusal would deny that, an answer that breaks off leaves it open.
    res.destroy()
    return
  }
  writeHead(res, reply)
  if (isEmpty) {
    res.end()
    return
  }
  const headers = res.getHeaders()
  const encoding = chooseEncoding(res, { status: reply.status, headers, length })
  if (encoding) return sendEncoded(res, encoding, Buffer.from(reply.body))
  res.setHeader('Content-Length', length)
  endWith(res, reply.body, length)
}

function writeHead(res: ServerResponse, { status, headers, statusText }: Reply): void {
  try {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    res.statusCode = status
    if (statusText !== undefined) res.statusMessage = reasonPhrase(statusText)
  } catch (error) {
    for (const name of Object.keys(headers)) res.removeHeader(name)
    throw new InvalidHeader('a header is not allowed', { cause: error })
  }
}

async function sendEncoded(
  res: ServerResponse,
  encoding: Parameters<typeof encode>[0],
  body: Buffer,
): Promise<void> {
  const encoded = await encode(encoding, body)
  // Meanwhile the request may have been answered otherwise: a body that never comes ends it.
  if (res.destroyed || res.headersSent) return
  unread.shrink(res, encoded.length)
  res.setHeader('Content-Length', encoded.length)
  endWith(res, encoded, encoded.length)
}

/** What a status line can hold of a text (RFC 9112, section 4). */
function reasonPhrase(text: string): string {
  return text.replace(/[^\t\x20-\x7e\xa0-\xff]+/g, ' ')
}
