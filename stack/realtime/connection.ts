// One WebSocket: frames in, frames out, and the channels that were joined over it.
import type { RawData, WebSocket } from 'ws'
import type { Channel, ChannelConnection } from './channel.ts'
import type { ClientLoad } from './client-load.ts'
import type { Core } from './core.ts'
import { JoinError } from './errors.ts'
import { join } from './join.ts'
import { Bucket } from './limits.ts'
import { decode, encode, type Frame, type Outgoing, type Version } from './serializer.ts'

const TOO_FAST = 'Too many messages per second'
const TOO_LARGE = 'Too large a message'
// A close frame is on its way by then; whoever goes on sending is not waited for.
const STOP_MS = 500

export class Connection implements ChannelConnection {
  readonly channels = new Map<string, Channel>()
  readonly core: Core
  readonly apiKey: string
  readonly #joins: Bucket
  /** Whether a frame was heard since the last look: clients send a heartbeat every 25 to 30 seconds. */
  #alive = true
  /** When it had a channel, or began. */
  #busyAt = Date.now()
  readonly #socket: WebSocket
  readonly #version: Version
  readonly #frames: Bucket
  readonly #bytes: Bucket
  readonly #load: ClientLoad
  /** Bytes that arrived since the last whole frame. */
  #unframed = 0
  /** Who has joined over it, and what ends their count. */
  readonly #users = new Map<string, () => void>()

  constructor(core: Core, socket: WebSocket, version: Version, apiKey: string, load: ClientLoad) {
    this.core = core
    this.apiKey = apiKey
    this.#socket = socket
    this.#version = version
    this.#frames = new Bucket(core.limits.framesPerConnection)
    this.#bytes = new Bucket(core.limits.bytesPerConnection)
    this.#load = load
    this.#joins = new Bucket(core.limits.joinsPerConnection)
    socket.on('message', (data, binary) => this.#receive(data, binary))
    // A broken frame or an oversized one: ws closes with the right code by itself.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      for (const leave of this.#users.values()) leave()
      this.#users.clear()
      for (const channel of [...this.channels.values()]) channel.detach()
    })
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Counts what arrived, before it is read; more than may come ends the connection. */
  arrived(bytes: number): void {
    this.#unframed += bytes
    if (!this.#bytes.take(bytes) || !this.#load.bytes.take(bytes)) this.#stop(1008, TOO_FAST)
    // A piece may hold the end of one frame and the beginning of the next.
    else if (this.#unframed > 2 * this.#mostBytes(this.core.limits.frameBytes)) this.#stop(1009, TOO_LARGE)
  }

  countJoin(): boolean {
    return this.#joins.take() && this.#load.joins.take()
  }

  countAs(user: string | undefined): void {
    if (user === undefined || this.#users.has(user)) return
    const leave = this.core.users.enter(user)
    if (!leave) throw new JoinError('ConnectionRateLimitReached', 'Too many connections of yours')
    if (this.open) this.#users.set(user, leave)
    else leave()
  }

  send(frame: Frame): void {
    this.#write(encode(this.#version, frame), false)
  }

  reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object | string = {}): void {
    if (ref === null) return
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  sendShared(message: Outgoing): void {
    const encoded = message.encode(this.#version)
    if (encoded) this.#write(encoded.data, encoded.binary)
  }

  sendClose({ topic, joinRef }: Channel, replaced: boolean): void {
    // Version 1 cannot tell an old channel from a new one of the same topic.
    if (replaced && this.#version === '1.0.0') return
    this.send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} })
  }

  /** Ends the connection when it was silent since the last call or idle for long, else asks for a sign of life. */
  checkAlive(): void {
    if (this.channels.size > 0) this.#busyAt = Date.now()
    if (!this.#alive) this.#socket.terminate()
    else if (Date.now() - this.#busyAt > this.core.limits.idleMs) this.close(1001, 'No channels joined')
    this.#alive = false
  }

  /** Closes it with a code and a reason; the client connects again by itself. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  /** Ends it at once. */
  terminate(): void {
    this.#socket.terminate()
  }

  // Whoever has joined nothing needs few bytes, and there may be a thousand connections of one client.
  #mostBytes(ofMember: number): number {
    for (const { joined } of this.channels.values()) if (joined) return ofMember
    return Math.min(ofMember, this.core.limits.strangerBytes)
  }

  #write(data: string | Buffer, binary: boolean): void {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) return
    const waiting = socket.bufferedAmount
    const bytes = Buffer.byteLength(data)
    if (waiting === 0 || waiting + bytes <= this.#mostBytes(this.core.limits.waitingBytes)) {
      socket.send(data, { binary })
      return
    }
    this.core.log('warn', { service: 'realtime', message: 'dropped a client that does not read' })
    socket.terminate()
  }

  #receive(data: RawData, binary: boolean): void {
    this.#alive = true
    this.#unframed = 0
    try {
      const fits = this.#frames.take() && this.#load.frames.take()
      // Who floods without a channel is no client of ours: nothing more is read of it.
      if (!fits && this.channels.size === 0) {
        this.#stop(1008, TOO_FAST)
        return
      }
      if ((data as Buffer).length > this.#mostBytes(this.core.limits.frameBytes)) {
        this.#stop(1009, TOO_LARGE)
        return
      }
      const frame = read(this.#version, data as Buffer, binary)
      if (!fits) this.#refuse(frame)
      else if (frame) this.#answer(frame)
    } catch (error) {
      // Whatever one client sent ends its own connection, and no other's.
      this.core.log('error', { service: 'realtime', message: (error as Error).message })
      this.close(1011, 'Internal error')
    }
  }

  #answer(frame: Frame): void {
    const { topic, event, joinRef } = frame
    const channel = this.channels.get(topic)
    const isMember = channel?.joined && (joinRef === null || joinRef === channel.joinRef)
    if (topic === 'phoenix' && event === 'heartbeat') this.reply(frame, 'ok')
    else if (event === 'phx_join') void join(this, frame)
    else if (isMember) channel.receive(frame)
    else if (event === 'phx_leave') {
      // Also of a join that is still being checked.
      if (joinRef === channel?.joinRef) channel?.detach()
      this.reply(frame, 'ok')
    } else this.reply(frame, 'error', { reason: 'unmatched topic' })
  }

  // The channel that floods is closed.
  #refuse(frame: Frame | undefined): void {
    const channel = frame && this.channels.get(frame.topic)
    if (channel?.joined) channel.shutdown(TOO_FAST)
    else this.#stop(1008, TOO_FAST)
  }

  // Closing alone would go on reading until the other side agrees, and reading is what a flood costs.
  #stop(code: number, reason: string): void {
    this.#socket.removeAllListeners('message')
    this.close(code, reason)
    this.#socket.pause()
    setTimeout(() => this.terminate(), STOP_MS).unref()
  }
}

// What is no frame is passed over, as upstream does: the client's own time-out tells.
function read(version: Version, data: Buffer, binary: boolean): Frame | undefined {
  try {
    return decode(version, data, binary)
  } catch {
    return undefined
  }
}
