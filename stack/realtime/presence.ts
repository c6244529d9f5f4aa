// Who is there: what the channels of a topic track, sent as the whole state on joining and as differences after.
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Hub } from './hub.ts'
import { jsonMessage } from './serializer.ts'
import type { Subscriber } from './types.ts'

interface Meta {
  phx_ref: string
  phx_ref_prev?: string
}

interface Tracked {
  presenceKey: string
  data: Record<string, unknown>
  meta: Meta
}

type State = Record<string, { metas: Meta[] }>

interface Room {
  topic: string
  tracked: Map<Subscriber, Tracked>
  joins: Tracked[]
  leaves: Tracked[]
  timer: NodeJS.Timeout | undefined
}

// Differences within this time travel together: a hundred people who reconnect are not ten thousand messages.
const GATHER_MS = 50

export class Presence {
  readonly #rooms = new Map<string, Room>()
  readonly #hub: Hub

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Makes the channel's presence this, or replaces what it was; the same again is sent to nobody. */
  track(channel: Subscriber, data: Record<string, unknown>): void {
    const room = this.#room(channel)
    const before = room.tracked.get(channel)
    if (isDeepStrictEqual(before?.data, data)) return
    const meta: Meta = { ...data, phx_ref: randomBytes(9).toString('base64url') }
    if (before) {
      meta.phx_ref_prev = before.meta.phx_ref
      room.leaves.push(before)
    }
    const now = { presenceKey: channel.config.presenceKey, data, meta }
    room.tracked.set(channel, now)
    room.joins.push(now)
    this.#schedule(channel.key, room)
  }

  /** Ends the channel's presence, if it has one. */
  untrack(channel: Subscriber): void {
    const room = this.#rooms.get(channel.key)
    const before = room?.tracked.get(channel)
    if (!room || !before) return
    room.tracked.delete(channel)
    room.leaves.push(before)
    this.#schedule(channel.key, room)
  }

  /** Who is there now; what was gathered is sent to the others first, so that nobody hears it twice. */
  state(key: string): State {
    const room = this.#rooms.get(key)
    if (!room) return {}
    this.#flush(key, room)
    return grouped(room.tracked.values())
  }

  close(): void {
    for (const { timer } of this.#rooms.values()) clearTimeout(timer)
    this.#rooms.clear()
  }

  #room({ key, topic }: Subscriber): Room {
    const known = this.#rooms.get(key)
    if (known) return known
    const room: Room = { topic, tracked: new Map(), joins: [], leaves: [], timer: undefined }
    this.#rooms.set(key, room)
    return room
  }

  #schedule(key: string, room: Room): void {
    room.timer ??= setTimeout(() => this.#flush(key, room), GATHER_MS)
  }

  #flush(key: string, room: Room): void {
    clearTimeout(room.timer)
    room.timer = undefined
    if (room.tracked.size === 0) this.#rooms.delete(key)
    if (room.joins.length + room.leaves.length === 0) return
    const difference = { joins: grouped(room.joins), leaves: grouped(room.leaves) }
    room.joins = []
    room.leaves = []
    const message = jsonMessage(room.topic, 'presence_diff', JSON.stringify(difference))
    for (const channel of this.#hub.channels(key)) {
      if (channel.hearsPresence) channel.connection.sendShared(message)
    }
  }
}

function grouped(tracked: Iterable<Tracked>): State {
  // Keys come from clients: no prototype to write to.
  const state: State = Object.create(null)
  for (const { presenceKey, meta } of tracked) {
    state[presenceKey] ??= { metas: [] }
    state[presenceKey].metas.push(meta)
  }
  return state
}
