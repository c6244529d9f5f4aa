// What the parts of Realtime know of a channel: hub, presence, grants and recheck see no more of one.
import type { Caller } from './caller.ts'
import type { Outgoing } from './serializer.ts'

/** What the policies permit a caller on a private topic. */
export interface Permissions {
  broadcast_read: boolean
  broadcast_write: boolean
  presence_read: boolean
  presence_write: boolean
}

/** The permissions of one token on one topic, shared by the channels that hold it. */
export interface Grant {
  readonly caller: Caller
  readonly topic: string
  readonly channels: Set<Subscriber>
  permissions: Permissions
  /** When the policies were asked last. */
  checkedAt: number
}

/** What a join asked for. */
export interface ChannelConfig {
  isPrivate: boolean
  /** Whether the sender hears its own broadcasts, and whether they are acknowledged. */
  self: boolean
  ack: boolean
  tellsWhenListening: boolean
  presenceEnabled: boolean
  presenceKey: string
  /** What was asked for as `broadcast.replay`. */
  replay: unknown
}

/** One topic joined over one connection. */
export interface Subscriber {
  /** As the client spells it, "realtime:" included; without it; with what keeps private from public. */
  readonly topic: string
  readonly subTopic: string
  readonly key: string
  readonly config: ChannelConfig
  readonly grant: Grant | undefined
  readonly hearsBroadcasts: boolean
  readonly hearsPresence: boolean
  /** The ids of the messages it heard again when it joined. */
  readonly replayed: ReadonlySet<string>
  readonly connection: {
    readonly channels: ReadonlyMap<string, Subscriber>
    /** Sends what goes to many. */
    sendShared(message: Outgoing): void
  }
  /** Ends it if it may hear less than before. */
  permissionsChanged(before: Permissions, now: Permissions): void
}
