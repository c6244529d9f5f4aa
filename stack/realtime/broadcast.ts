// A broadcast of a client or of the database as the others get it.
import {
  binaryBroadcast,
  type Frame,
  isRecord,
  jsonMessage,
  type Outgoing,
  UserBroadcast,
} from './serializer.ts'

export interface DatabaseMessage {
  id: string
  topic: string
  event: string
  /** JSON text, where it is not binary. */
  payload: string
  binary: Buffer | null
}

type Made = { message: Outgoing; error?: never } | { message?: never; error: object | string }

/** Makes the message of a frame; what cannot be passed on has an error to answer instead. */
export function broadcastFrom({ topic, payload }: Frame, maxBytes: number): Made {
  if (!(payload instanceof UserBroadcast)) {
    if (!isRecord(payload)) return { error: INVALID }
    return fromJson(topic, JSON.stringify(payload), maxBytes)
  }
  if (payload.data.length > maxBytes) return { error: TOO_LARGE }
  if (payload.binary) return { message: binaryBroadcast(topic, payload.event, payload.data) }
  // Read once here, so that no receiver has to read what is no JSON.
  const data = parsed(payload.data)
  return data === undefined
    ? { error: INVALID }
    : fromJson(topic, broadcastBody(payload.event, JSON.stringify(data)), maxBytes)
}

/** A message of the database, sent when it was written or again to who joined later. */
export function fromDatabase(message: DatabaseMessage, replayed = false): Outgoing {
  const { id, event, payload, binary } = message
  const topic = `realtime:${message.topic}`
  const meta = JSON.stringify(replayed ? { replayed, id } : { id })
  if (binary) return binaryBroadcast(topic, event, binary, meta)
  return jsonMessage(topic, 'broadcast', broadcastBody(event, payload, meta))
}

/** The payload of a broadcast frame, around what is JSON text already. */
export function broadcastBody(event: string, payload: string, meta?: string): string {
  const rest = meta === undefined ? '' : `,"meta":${meta}`
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${rest}}`
}

const INVALID = { reason: 'Invalid broadcast' }
// Upstream's whole response.
const TOO_LARGE = 'payload_size_exceeded'

function fromJson(topic: string, body: string, maxBytes: number): Made {
  if (Buffer.byteLength(body) > maxBytes) return { error: TOO_LARGE }
  return { message: jsonMessage(topic, 'broadcast', body) }
}

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return undefined
  }
}
