// A client's broadcast as the others get it.
import {
  binaryBroadcast,
  type Frame,
  jsonMessage,
  type Outgoing,
  record,
  UserBroadcast,
} from './serializer.ts'

type Made = { message: Outgoing; error?: never } | { message?: never; error: string }

/** Makes the message of a frame; what cannot be passed on has an error instead. */
export function broadcastFrom({ topic, payload }: Frame, maxBytes: number): Made {
  if (!(payload instanceof UserBroadcast)) {
    const body = record(payload)
    if (typeof body.event !== 'string') return { error: 'Invalid broadcast' }
    return fromJson(topic, JSON.stringify(payload), maxBytes)
  }
  if (payload.data.length > maxBytes) return { error: TOO_LARGE }
  if (payload.binary) return { message: binaryBroadcast(topic, payload.event, payload.data) }
  // Read once here, so that no receiver has to read what is no JSON.
  const data = parsed(payload.data)
  return data === undefined
    ? { error: 'Invalid broadcast' }
    : fromJson(topic, broadcastBody(payload.event, JSON.stringify(data)), maxBytes)
}

/** The payload of a broadcast frame, around what is JSON text already. */
export function broadcastBody(event: string, payload: string, id?: string): string {
  const meta = id === undefined ? '' : `,"meta":{"id":${JSON.stringify(id)}}`
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${meta}}`
}

const TOO_LARGE = 'Payload size exceeded'

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
