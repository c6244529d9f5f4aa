import { invalidHeadersSetting, invalidStatusSetting } from '../data-api/errors.ts'
import { validStatus } from '../data-api/pg-errors.ts'
import type { Reply } from '../http/reply.ts'
import type { Answer } from '../sql/compile/compile.ts'
import type { Accepted } from './media.ts'

/** The body of an answer; a binary one leaves the database as hexadecimal digits. */
export function bodyOf({ body }: Answer, { handler }: Accepted): string | Buffer {
  return handler?.binary ? Buffer.from(body ?? '', 'hex') : (body ?? '')
}

/** Lets `response.status` and `response.headers`, as set by functions, have the last word. */
export function withOverrides(reply: Reply, answer: Answer): Reply {
  if (answer.status === null && answer.headers === null) return reply
  const status = answer.status === null ? reply.status : validStatus(Number(answer.status))
  if (status === undefined) throw invalidStatusSetting()
  return { ...reply, status, headers: mergeHeaders(reply.headers, headersSetting(answer.headers)) }
}

function headersSetting(text: string | null): [string, string][] {
  if (text === null) return []
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map(singleHeader)
  } catch {
    // Falls through to the error below.
  }
  throw invalidHeadersSetting()
}

function singleHeader(item: unknown): [string, string] {
  const [entry, ...more] = typeof item === 'object' && item !== null ? Object.entries(item) : []
  if (!entry || more.length > 0 || typeof entry[1] !== 'string') throw invalidHeadersSetting()
  return [entry[0], entry[1]]
}

function mergeHeaders(own: Reply['headers'], given: [string, string][]): Reply['headers'] {
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  const merged: Reply['headers'] = Object.fromEntries(
    Object.entries(own).filter(([name]) => !names.has(name.toLowerCase())),
  )
  for (const [name, value] of given) {
    const known = merged[name]
    merged[name] = known === undefined ? value : [known, value].flat()
  }
  return merged
}
