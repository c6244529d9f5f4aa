// Broadcasts over HTTP: a batch in one body, or one message whose topic and event are in the path.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBytes } from '../http/body.ts'
import { bodyBound } from '../http/body-bounds.ts'
import { Routes } from '../http/routes.ts'
import { sendJson } from '../http/send.ts'
import { requestToken } from '../jwt.ts'
import { broadcastBody } from './broadcast.ts'
import { type Caller, callerOf } from './caller.ts'
import type { Core } from './core.ts'
import { JoinError } from './errors.ts'
import { topicKey } from './hub.ts'
import { binaryBroadcast, isRecord, jsonMessage, type Outgoing, record } from './serializer.ts'

interface Message {
  topic: string
  isPrivate: boolean
  outgoing: Outgoing
}

const ROUTES = new Routes<'batch' | 'single'>([
  ['POST', '/api/broadcast', 'batch'],
  ['POST', '/api/broadcast/:topic/events/:event', 'single'],
])
const BLANK = "can't be blank"
const INVALID = 'is invalid'
const TOO_LARGE = 'Payload size exceeds tenant limit'
// What a caller may write for a private message or a public one.
const YES = new Set<unknown>([true, 'true', '1'])
const NO = new Set<unknown>([false, 'false', '0', null, undefined])
const UNSUPPORTED = 'Unsupported Media Type. Use application/json or application/octet-stream'
const MOST_BYTES = 8 * 1024 * 1024
const BATCH_TOO_LARGE = 'Too many messages to broadcast, please reduce the batch size'

/** A refused request. */
class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super()
    this.status = status
    this.body = body
  }
}

/** Answers POST /api/broadcast and its kin: 202 when the messages were taken. */
export async function broadcastOverHttp(
  core: Core,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  try {
    await take(core, req, new URL(`http://realtime${path}`))
    res.writeHead(202).end()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    sendJson(res, error.status, error.body, { connection: 'close' })
  }
}

async function take(core: Core, req: IncomingMessage, url: URL): Promise<void> {
  const { searchParams } = url
  const pathname = url.pathname.replace(/\/+$/, '')
  const route = ROUTES.find(req.method ?? '', pathname)
  if (!route && ROUTES.has(pathname)) throw new Refusal(405, { message: 'Method Not Allowed' })
  if (!route) throw new Refusal(404, { message: 'Not Found' })
  const caller = await callerOf(core.verify, requestToken(req.headers) ?? '').catch((error: unknown) => {
    if (error instanceof JoinError) throw new Refusal(401, { message: 'Unauthorized' })
    throw error
  })
  const { broadcasts } = core
  if (!broadcasts.has(1)) throw tooMany('You have exceeded your rate limit')
  const most = Math.min(MOST_BYTES, bodyBound(caller.role))
  const body = await readBytes(req, most, () => new Refusal(413, { message: 'Payload too large' }))
  const { topic = '', event = '' } = route.params
  const isSingle = route.target === 'single'
  const messages = isSingle
    ? [single(core, req, body, decoded(topic), decoded(event), searchParams.get('private') === 'true')]
    : batch(core, body)
  if (!broadcasts.take(messages.length)) throw tooMany(BATCH_TOO_LARGE)
  const refused = await publish(core, caller, messages)
  if (isSingle && refused > 0) throw new Refusal(403, { message: 'Unauthorized' })
}

// Says how many may not be written: upstream drops those of a batch without a word.
async function publish(core: Core, caller: Caller, messages: Message[]): Promise<number> {
  const topics = new Set(messages.flatMap(({ topic, isPrivate }) => (isPrivate ? [topic] : [])))
  const writable = await writableOf(core, caller, topics).catch(() => {
    throw new Refusal(503, { message: 'Realtime was unable to connect to the project database' })
  })
  const permitted = messages.filter(({ topic, isPrivate }) =>
    isPrivate ? writable.has(topic) : !core.privateOnly,
  )
  for (const { topic, isPrivate, outgoing } of permitted) {
    core.hub.broadcast(topicKey(topic, isPrivate), outgoing)
  }
  return messages.length - permitted.length
}

async function writableOf(core: Core, caller: Caller, topics: Set<string>): Promise<Set<string>> {
  const writable = new Set<string>()
  if (topics.size === 0 || !(await core.grants.mayWrite(caller))) return writable
  for (const topic of topics) {
    const { broadcast_write } = await core.grants.shared(caller, topic)
    if (broadcast_write) writable.add(topic)
  }
  return writable
}

function single(
  core: Core,
  req: IncomingMessage,
  body: Buffer,
  topic: string,
  event: string,
  isPrivate: boolean,
): Message {
  const type = (req.headers['content-type'] ?? 'application/json').split(';')[0]
  if (body.length > core.limits.payloadBytes) throw invalid({ payload: [TOO_LARGE] })
  if (type === 'application/octet-stream') {
    return { topic, isPrivate, outgoing: binaryBroadcast(`realtime:${topic}`, event, body) }
  }
  if (type !== 'application/json') throw new Refusal(415, { error: UNSUPPORTED })
  return { topic, isPrivate, outgoing: jsonBroadcast(topic, event, written(json(body))) }
}

function batch(core: Core, body: Buffer): Message[] {
  const { messages = [] } = record(json(body))
  if (!Array.isArray(messages) || !messages.every(isRecord)) throw invalid({ messages: [INVALID] })
  if (messages.length === 0) throw invalid({ messages: [BLANK] })
  // Before any is looked at: what is wrong with each of a million takes long to say.
  if (!core.broadcasts.has(messages.length)) throw tooMany(BATCH_TOO_LARGE)
  const problems = messages.map((message) => problemsOf(message, core.limits.payloadBytes))
  if (problems.some((problem) => Object.keys(problem).length > 0)) throw invalid({ messages: problems })
  return messages.map(({ topic, event, payload, private: isPrivate }) => ({
    topic: String(topic),
    isPrivate: YES.has(isPrivate),
    outgoing: jsonBroadcast(String(topic), String(event), written(payload)),
  }))
}

function problemsOf(message: Record<string, unknown>, maxBytes: number): object {
  const { topic, event, payload, private: isPrivate } = message
  const problems = {
    topic: textProblem(topic),
    event: textProblem(event),
    payload: isRecord(payload) ? sizeProblem(payload, maxBytes) : payload == null ? BLANK : INVALID,
    private: YES.has(isPrivate) || NO.has(isPrivate) ? undefined : INVALID,
  }
  return Object.fromEntries(Object.entries(problems).flatMap(([key, why]) => (why ? [[key, [why]]] : [])))
}

function textProblem(value: unknown): string | undefined {
  if (value == null) return BLANK
  if (typeof value !== 'string') return INVALID
  return value.trim() === '' ? BLANK : undefined
}

function sizeProblem(payload: object, maxBytes: number): string | undefined {
  return Buffer.byteLength(written(payload)) > maxBytes ? TOO_LARGE : undefined
}

function jsonBroadcast(topic: string, event: string, payload: string): Outgoing {
  return jsonMessage(`realtime:${topic}`, 'broadcast', broadcastBody(event, payload))
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal(400, { message: 'Body is not valid JSON' })
  }
}

// What is nested very deep can be read and not be written again.
function written(payload: unknown): string {
  try {
    return JSON.stringify(payload)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Refusal(400, { message: 'Body is nested too deep' })
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, { message: 'The path is not valid' })
  }
}

function tooMany(message: string): Refusal {
  return new Refusal(429, { message })
}

function invalid(errors: object): Refusal {
  return new Refusal(422, { errors })
}
