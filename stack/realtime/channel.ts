// One topic joined over one connection.
import { broadcastFrom, type DatabaseMessage, fromDatabase } from './broadcast.ts'
import { type Caller, callerOf, expired, isKey } from './caller.ts'
import type { Core } from './core.ts'
import { JoinError, unreadable, unreadableNow } from './errors.ts'
import { topicKey } from './hub.ts'
import { Bucket } from './limits.ts'
import { type Frame, isRecord, type Outgoing, record } from './serializer.ts'
import type { ChannelConfig, Grant, Permissions, Subscriber } from './types.ts'

/** What a channel needs of the connection that it was joined over. */
export interface ChannelConnection {
  readonly core: Core
  /** The API key the connection was opened with: the token of channels that bring none. */
  readonly apiKey: string
  readonly channels: Map<string, Channel>
  readonly open: boolean
  /** Counts a join, for the connection and for its client. Returns false when there are too many. */
  countJoin(): boolean
  /** Counts the connection as one of the user's, where there is one. Throws JoinError when they have too many. */
  countAs(user: string | undefined): void
  /** Sends a frame of this connection's own. */
  send(frame: Frame): void
  /** Answers a frame that asked for it. */
  reply(frame: Frame, status: 'ok' | 'error', response?: object | string): void
  /** Sends what goes to many; what this version cannot carry is left out. */
  sendShared(message: Outgoing): void
  /** Sends phx_close for a channel. */
  sendClose(channel: Channel, replaced: boolean): void
}

const LONGEST_TIMER = 2 ** 31 - 1
const NOTHING: ReadonlySet<string> = new Set()

export class Channel implements Subscriber {
  readonly connection: ChannelConnection
  readonly topic: string
  readonly subTopic: string
  readonly key: string
  readonly joinRef: string | null
  readonly config: ChannelConfig
  joined = false
  grant: Grant | undefined
  /** Why it ended before it was joined. */
  ended: string | undefined
  replayed = NOTHING
  #presenceEnabled: boolean
  #caller: Caller | undefined
  #expiry: NodeJS.Timeout | undefined
  #presenceCalls: Bucket | undefined
  #newestToken: string | undefined

  constructor(
    connection: ChannelConnection,
    { topic, joinRef, ref }: Frame,
    subTopic: string,
    config: ChannelConfig,
  ) {
    this.connection = connection
    this.topic = topic
    this.subTopic = subTopic
    this.key = topicKey(subTopic, config.isPrivate)
    this.joinRef = joinRef ?? ref
    this.config = config
    this.#presenceEnabled = config.presenceEnabled
  }

  get hearsBroadcasts(): boolean {
    return this.#may('broadcast_read')
  }

  get hearsPresence(): boolean {
    return this.#presenceEnabled && this.#may('presence_read')
  }

  /**
   * From now on the channel acts as this caller; a private one with what the policies permit. Throws JoinError where
   * it would hear nothing, or less than before.
   */
  speakFor(caller: Caller, permissions: Permissions | undefined): void {
    const { grants } = this.connection.core
    const refusal = permissions && this.#refusal(this.grant?.permissions, permissions)
    if (refusal) throw refusal
    const before = this.grant
    this.grant = permissions && grants.hold(this, caller, permissions)
    if (before && before !== this.grant) grants.release(before, this)
    this.#caller = caller
    this.#expireAt(caller.expiresAt)
  }

  permissionsChanged(before: Permissions, now: Permissions): void {
    const refusal = this.#refusal(before, now)
    if (refusal) this.shutdown(refusal.message)
  }

  /** Begins to hear the topic. */
  open(): void {
    this.joined = true
    this.connection.core.hub.add(this.key, this)
  }

  /** Sends what a channel gets right after the join: first what it missed. */
  greet(missed: DatabaseMessage[]): void {
    const { core } = this.connection
    for (const message of missed) this.connection.sendShared(fromDatabase(message, true))
    if (this.hearsPresence) this.#push('presence_state', core.presence.state(this.key))
    if (!this.config.tellsWhenListening) return
    void core.listening.then(() => {
      if (this.joined) this.#system('ok', 'Replication connection established')
    })
  }

  /** Answers a frame of the client. */
  receive(frame: Frame): void {
    if (frame.event === 'phx_leave') {
      this.connection.reply(frame, 'ok')
      this.close('left')
    } else if (frame.event === 'broadcast') this.#broadcast(frame)
    else if (frame.event === 'presence') this.#presence(frame)
    else if (frame.event === 'access_token') void this.#refresh(record(frame.payload).access_token)
  }

  /** Ends the channel from this side: the client hears why, and does not join again by itself. */
  shutdown(message: string): void {
    if (!this.joined) {
      this.ended = message
      return
    }
    this.#system('error', message)
    this.close('shut down')
  }

  /** Ends the channel and tells the client so. */
  close(why: 'left' | 'replaced' | 'shut down'): void {
    const wasJoined = this.joined
    this.detach()
    if (wasJoined) this.connection.sendClose(this, why === 'replaced')
  }

  /** Ends the channel without a word. */
  detach(): void {
    const { core, channels } = this.connection
    clearTimeout(this.#expiry)
    this.joined = false
    if (channels.get(this.topic) === this) channels.delete(this.topic)
    core.presence.untrack(this)
    core.hub.remove(this.key, this)
    if (this.grant) core.grants.release(this.grant, this)
    this.grant = undefined
  }

  // What may not be written is not answered either, as upstream does: the client's own time-out tells.
  #broadcast(frame: Frame): void {
    const { hub, broadcasts, limits } = this.connection.core
    if (!this.#may('broadcast_write')) return
    if (!broadcasts.take()) {
      this.shutdown('Too many messages per second')
      return
    }
    const { message, error } = broadcastFrom(frame, limits.payloadBytes)
    if (message) hub.broadcast(this.key, message, (channel) => this.config.self || channel !== this)
    if (!this.config.ack) return
    if (message) this.connection.reply(frame, 'ok')
    else this.connection.reply(frame, 'error', error)
  }

  #presence(frame: Frame): void {
    const { presence, limits } = this.connection.core
    this.#presenceCalls ??= new Bucket(limits.presenceCalls)
    const { event, payload = {} } = record(frame.payload)
    const call = typeof event === 'string' ? event.toLowerCase() : ''
    if (!this.#presenceCalls.take()) this.shutdown('Client presence rate limit exceeded')
    else if (call === 'untrack') {
      presence.untrack(this)
      this.connection.reply(frame, 'ok')
    } else if (call !== 'track' || !this.#may('presence_write')) this.connection.reply(frame, 'error')
    else if (!isRecord(payload)) {
      this.connection.reply(frame, 'error', { reason: 'Presence track payload must be a map' })
    } else if (Buffer.byteLength(JSON.stringify(payload)) > limits.presenceBytes) {
      this.shutdown('Track message size exceeded')
    } else {
      presence.track(this, payload)
      this.connection.reply(frame, 'ok')
      this.#enablePresence()
    }
  }

  // Who tracks hears presence from then on, whatever the join asked for.
  #enablePresence(): void {
    if (this.#presenceEnabled) return
    const state = this.connection.core.presence.state(this.key)
    this.#presenceEnabled = true
    if (this.hearsPresence) this.#push('presence_state', state)
  }

  async #refresh(token: unknown): Promise<void> {
    if (typeof token !== 'string' || isKey(token) || token === this.#caller?.token) return
    const { core } = this.connection
    this.#newestToken = token
    try {
      const caller = await callerOf(core.verify, token)
      this.connection.countAs(caller.sub)
      const permissions = this.config.isPrivate
        ? await core.grants.permissions(caller, this.subTopic)
        : undefined
      // Of two tokens on their way the later one counts, whichever was checked first.
      if (this.joined && this.#newestToken === token) this.speakFor(caller, permissions)
    } catch (error) {
      this.shutdown(error instanceof JoinError ? error.message : 'The token could not be checked')
    }
  }

  #refusal(before: Permissions | undefined, now: Permissions): JoinError | undefined {
    const presenceRead = this.#presenceEnabled && now.presence_read
    if (!now.broadcast_read && !presenceRead) return unreadable(this.subTopic)
    const lost =
      (before?.broadcast_read && !now.broadcast_read) ||
      (this.#presenceEnabled && before?.presence_read && !now.presence_read)
    return lost ? unreadableNow(this.subTopic) : undefined
  }

  #may(permission: keyof Permissions): boolean {
    return !this.config.isPrivate || this.grant?.permissions[permission] === true
  }

  #expireAt(time: number): void {
    clearTimeout(this.#expiry)
    const left = time - Date.now()
    const check = () => (left > LONGEST_TIMER ? this.#expireAt(time) : this.shutdown(expired(time).message))
    this.#expiry = setTimeout(check, Math.min(left, LONGEST_TIMER)).unref()
  }

  #push(event: string, payload: unknown): void {
    this.connection.send({ joinRef: this.joinRef, ref: null, topic: this.topic, event, payload })
  }

  #system(status: 'ok' | 'error', message: string): void {
    this.#push('system', { extension: 'system', status, message, channel: this.subTopic })
  }
}
