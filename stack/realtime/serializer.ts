// The two ways a frame is written: JSON objects (version 1.0.0) and JSON arrays with binary broadcasts
// (version 2.0.0), as @supabase/realtime-js reads and writes them.

export type Version = '1.0.0' | '2.0.0'

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** The payload of a broadcast that came in a binary frame; `data` is JSON text unless `binary`. */
export class UserBroadcast {
  readonly event: string
  readonly binary: boolean
  readonly data: Buffer
  constructor(event: string, binary: boolean, data: Buffer) {
    this.event = event
    this.binary = binary
    this.data = data
  }
}

/** Something that goes to many connections: encoded at most once for each version. */
export interface Outgoing {
  /** Undefined where a version cannot carry it. */
  encode(version: Version): { data: Buffer; binary: boolean } | undefined
}

const USER_BROADCAST_PUSH = 3
const USER_BROADCAST = 4
// Clients count; references are kept and sent back.
const LONGEST_REFERENCE = 64
// Topics are sent back as well: a name that is somewhat too long gets its answer, megabytes of one are no frame.
const LONGEST_NAME = 1_000

/** Reads a frame. Throws for everything that is none. */
export function decode(version: Version, data: Buffer, binary: boolean): Frame {
  if (binary) return decodeBinary(version, data)
  const message: unknown = JSON.parse(data.toString('utf8'))
  if (version === '1.0.0') {
    const { join_ref, ref, topic, event, payload } = record(message)
    return checked(join_ref, ref, topic, event, payload)
  }
  if (!Array.isArray(message)) throw new Error('not an array')
  const [joinRef, ref, topic, event, payload] = message
  return checked(joinRef, ref, topic, event, payload)
}

/** Writes a frame of JSON; version 1 does not know join references. */
export function encode(version: Version, { joinRef, ref, topic, event, payload }: Frame): string {
  return version === '1.0.0'
    ? JSON.stringify({ ref, topic, event, payload })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

/** A message without references whose payload is JSON text already. */
export function jsonMessage(topic: string, event: string, payload: string): Outgoing {
  const [quotedTopic, quotedEvent] = [JSON.stringify(topic), JSON.stringify(event)]
  return onceEach((version) => {
    const text =
      version === '1.0.0'
        ? `{"ref":null,"topic":${quotedTopic},"event":${quotedEvent},"payload":${payload}}`
        : `[null,null,${quotedTopic},${quotedEvent},${payload}]`
    return { data: Buffer.from(text), binary: false }
  })
}

/**
 * A broadcast of bytes, which version 1 cannot carry. Its names and its metadata (JSON text) have at most 255 bytes
 * each.
 */
export function binaryBroadcast(topic: string, event: string, data: Buffer, meta = ''): Outgoing {
  const parts = [topic, event, meta].map((part) => Buffer.from(part))
  return onceEach((version) => {
    if (version === '1.0.0' || parts.some(({ length }) => length > 255)) return undefined
    const header = Buffer.from([USER_BROADCAST, ...parts.map(({ length }) => length), 0])
    return { data: Buffer.concat([header, ...parts, data]), binary: true }
  })
}

function onceEach(make: Outgoing['encode']): Outgoing {
  const made = new Map<Version, ReturnType<Outgoing['encode']>>()
  return {
    encode(version) {
      if (!made.has(version)) made.set(version, make(version))
      return made.get(version)
    },
  }
}

// kind, five lengths, encoding; then join_ref, ref, topic, event, metadata, payload.
function decodeBinary(version: Version, data: Buffer): Frame {
  if (version === '1.0.0' || data.length < 7 || data[0] !== USER_BROADCAST_PUSH)
    throw new Error('unknown kind')
  const encoding = data[6]
  let at = 7
  const parts = [...data.subarray(1, 6)].map((length) => {
    at += length
    if (at > data.length) throw new Error('cut off')
    return data.toString('utf8', at - length, at)
  })
  const [joinRef = '', ref = '', topic = '', event = ''] = parts
  const payload = new UserBroadcast(event, encoding === 0, data.subarray(at))
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload }
}

function checked(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame {
  if (typeof topic !== 'string' || typeof event !== 'string') throw new Error('no topic or event')
  if (topic.length > LONGEST_NAME || event.length > LONGEST_NAME) throw new Error('no name is that long')
  return { joinRef: reference(joinRef), ref: reference(ref), topic, event, payload }
}

function reference(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_REFERENCE)) {
    return String(value)
  }
  throw new Error('bad reference')
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as a record, else an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
