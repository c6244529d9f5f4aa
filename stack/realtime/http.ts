// Broadcasts over HTTP: a batch in one body, or one message whose topic and event are in the path.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestToken } from '../jwt.ts'
import { broadcastBody } from './broadcast.ts'
import { type Caller, callerOf } from './caller.ts'
import type { Core } from './core.ts'
import { JoinError } from './errors.ts'
import { topicKey } from './hub.ts'
import { binaryBroadcast, jsonMessage, type Outgoing, record } from './serializer.ts'

interface Message {
  topic: string
  isPrivate: boolean
  outgoing: Outgoing
}

const BATCH = '/api/broadcast'
const SINGLE = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/
const MOST_BYTES = 8 * 1024 * 1024

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
    res.writeHead(error.status, { 'content-type': 'application/json', connection: 'close' })
    res.end(JSON.stringify(error.body))
  }
}

async function take(core: Core, req: IncomingMessage, url: URL): Promise<void> {
  const pathname = url.pathname.replace(/\/+$/, '')
  const [, topic, event] = SINGLE.exec(pathname) ?? []
  if (pathname !== BATCH && !topic) throw new Refusal(404, { message: 'Not Found' })
  if (req.method !== 'POST') throw new Refusal(405, { message: 'Method Not Allowed' })
  const caller = await callerOf(core.verify, requestToken(req.headers) ?? '').catch((error: unknown) => {
    if (error instanceof JoinError) throw new Refusal(401, { message: error.message })
    throw error
  })
  const body = await readBody(req)
  const messages =
    topic && event
      ? [single(core, req, body, decoded(topic), decoded(event), url.searchParams.get('private') === 'true')]
      : batch(core, body)
  if (!core.broadcasts.take(messages.length)) {
    throw new Refusal(429, { message: 'You have exceeded your rate limit' })
  }
  await publish(core, caller, messages)
}

// Private messages of somebody who may not write are dropped without a word, as upstream does.
async function publish(core: Core, caller: Caller, messages: Message[]): Promise<void> {
  const writable = new Map<string, boolean>()
  for (const { topic, isPrivate } of messages) {
    if (!isPrivate || writable.has(topic)) continue
    const permissions = await core.grants.shared(caller, topic).catch(() => {
      throw new Refusal(503, { message: 'Realtime was unable to connect to the project database' })
    })
    writable.set(topic, permissions.broadcast_write)
  }
  for (const { topic, isPrivate, outgoing } of messages) {
    if (!isPrivate || writable.get(topic)) core.hub.broadcast(topicKey(topic, isPrivate), outgoing)
  }
}

function single(
  core: Core,
  req: IncomingMessage,
  body: Buffer,
  topic: string,
  event: string,
  isPrivate: boolean,
): Message {
  const type = String(req.headers['content-type'] ?? '').split(';')[0]
  if (body.length > core.limits.payloadBytes)
    throw invalid({ payload: ['Payload size exceeds tenant limit'] })
  if (type === 'application/octet-stream') {
    return { topic, isPrivate, outgoing: binaryBroadcast(`realtime:${topic}`, event, body) }
  }
  if (type !== 'application/json') throw new Refusal(415, { message: 'Unsupported Media Type' })
  return { topic, isPrivate, outgoing: jsonBroadcast(topic, event, JSON.stringify(json(body))) }
}

function batch(core: Core, body: Buffer): Message[] {
  const { messages } = record(json(body))
  if (!Array.isArray(messages)) throw invalid({ messages: ["can't be blank"] })
  const problems = messages.map((message) => problemsOf(record(message), core.limits.payloadBytes))
  if (problems.some((problem) => Object.keys(problem).length > 0)) throw invalid({ messages: problems })
  return messages.map(({ topic, event, payload, private: isPrivate }) => ({
    topic,
    isPrivate: isPrivate === true,
    outgoing: jsonBroadcast(topic, event, JSON.stringify(payload)),
  }))
}

function problemsOf({ topic, event, payload }: Record<string, unknown>, maxBytes: number): object {
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  const tooLarge = isObject && Buffer.byteLength(JSON.stringify(payload)) > maxBytes
  return {
    ...(isText(topic) ? {} : { topic: ["can't be blank"] }),
    ...(isText(event) ? {} : { event: ["can't be blank"] }),
    ...(isObject ? {} : { payload: [payload == null ? "can't be blank" : 'is invalid'] }),
    ...(tooLarge ? { payload: ['Payload size exceeds tenant limit'] } : {}),
  }
}

function jsonBroadcast(topic: string, event: string, payload: string): Outgoing {
  return jsonMessage(`realtime:${topic}`, 'broadcast', broadcastBody(event, payload))
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Refusal(413, { message: 'Payload too large' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal(400, { message: 'Body is not valid JSON' })
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, { message: 'The path is not valid' })
  }
}

function invalid(errors: object): Refusal {
  return new Refusal(422, { errors })
}
