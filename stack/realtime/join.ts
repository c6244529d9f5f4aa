// phx_join: what is asked for, whether it may be had, and the answer.
import { randomUUID } from 'node:crypto'
import type { DatabaseMessage } from './broadcast.ts'
import { type Caller, callerOf, isKey } from './caller.ts'
import { Channel, type ChannelConnection } from './channel.ts'
import { JoinError, unreadable } from './errors.ts'
import type { Replay } from './grants.ts'
import { type Frame, isRecord, record } from './serializer.ts'
import type { ChannelConfig } from './types.ts'

const PREFIX = 'realtime:'
// A name is kept with its channel and asked of the database: megabytes of it would be kept for nothing.
const LONGEST_NAME = 255
// Upstream's numbers; the last time is the end of the year 9999.
const REPLAYED = 10
const MOST_REPLAYED = 25
const LAST_TIME = 253_402_300_799_999

/** Answers a join; a refusal has its reason in the reply. */
export async function join(connection: ChannelConnection, frame: Frame): Promise<void> {
  if (!frame.topic.startsWith(PREFIX)) return connection.reply(frame, 'error', { reason: 'unmatched topic' })
  connection.channels.get(frame.topic)?.close('replaced')
  let channel: Channel | undefined
  let missed: DatabaseMessage[] = []
  try {
    checkLimits(connection, frame.topic)
    const payload = record(frame.payload)
    channel = new Channel(connection, frame, frame.topic.slice(PREFIX.length), configOf(payload))
    connection.channels.set(frame.topic, channel)
    const caller = await enter(channel, payload)
    missed = await missedBy(channel, caller)
    if (channel.ended) throw new JoinError('Unauthorized', channel.ended)
  } catch (error) {
    channel?.detach()
    const reason = error instanceof JoinError ? error.reason : 'UnknownErrorOnChannel: The join failed'
    if (!(error instanceof JoinError)) {
      connection.core.log('error', { service: 'realtime', message: `join: ${(error as Error).message}` })
    }
    connection.reply(frame, 'error', { reason })
    return
  }
  // It left, or the connection ended, while the policies were asked.
  if (connection.channels.get(frame.topic) !== channel || !connection.open) return channel.detach()
  channel.open()
  connection.reply(frame, 'ok', { postgres_changes: [] })
  channel.greet(missed)
}

async function enter(
  channel: Channel,
  { access_token, user_token }: Record<string, unknown>,
): Promise<Caller> {
  const { core, apiKey } = channel.connection
  if (core.privateOnly && !channel.config.isPrivate) {
    throw new JoinError('PrivateOnly', 'This project only allows private channels')
  }
  const given = [user_token, access_token].find((value) => typeof value === 'string')
  const caller = await callerOf(core.verify, given === undefined || isKey(given) ? apiKey : given)
  // What cannot succeed was refused before: nobody uses up what others join with by asking for that.
  const joins = caller.role === 'anon' ? core.visitorJoins : core.joins
  if (!joins.take()) throw tooManyJoins()
  channel.connection.countAs(caller.sub)
  const permissions = channel.config.isPrivate
    ? await core.grants.permissions(caller, channel.subTopic)
    : undefined
  channel.speakFor(caller, permissions)
  return caller
}

// Only a private topic has messages that the database keeps for those who join later.
async function missedBy(channel: Channel, caller: Caller): Promise<DatabaseMessage[]> {
  const { connection, config, subTopic, hearsBroadcasts } = channel
  if (config.replay === undefined) return []
  if (!config.isPrivate) throw unreplayable('Replay is not allowed for public channels')
  if (!hearsBroadcasts) throw unreadable(subTopic)
  if (!isRecord(config.replay)) return []
  const since = config.replay.since ?? 0
  const limit = config.replay.limit ?? REPLAYED
  if (!isInteger(since) || !isInteger(limit) || Math.abs(since) > LAST_TIME) {
    throw unreplayable('Replay params are not valid')
  }
  const asked: Replay = {
    since,
    limit: Math.max(1, Math.min(limit, MOST_REPLAYED)),
    bytes: connection.core.limits.payloadBytes,
  }
  const missed = await connection.core.grants.replay(caller, subTopic, asked)
  channel.replayed = new Set(missed.map(({ id }) => id))
  return missed
}

function checkLimits(connection: ChannelConnection, topic: string): void {
  if (topic === PREFIX) throw new JoinError('TopicNameRequired', 'You must provide a topic name')
  if (topic.length > PREFIX.length + LONGEST_NAME) {
    throw new JoinError('TopicNameTooLong', `Topic names have at most ${LONGEST_NAME} characters`)
  }
  if (!connection.countJoin()) throw tooManyJoins()
  if (connection.channels.size >= connection.core.limits.channelsPerConnection) {
    throw new JoinError('ChannelRateLimitReached', 'Too many channels')
  }
}

function tooManyJoins(): JoinError {
  return new JoinError('ClientJoinRateLimitReached', 'Too many joins per second')
}

function configOf(payload: Record<string, unknown>): ChannelConfig {
  const config = record(payload.config)
  const [broadcast, presence] = [record(config.broadcast), record(config.presence)]
  if (Array.isArray(config.postgres_changes) && config.postgres_changes.length > 0) {
    throw new JoinError(
      'PostgresChangesNotSupported',
      'This Realtime has no postgres_changes; broadcast from the database with realtime.send() or realtime.broadcast_changes()',
    )
  }
  return {
    isPrivate: yes(config.private),
    self: yes(broadcast.self),
    ack: yes(broadcast.ack),
    tellsWhenListening: yes(broadcast.replication_ready),
    presenceEnabled: yes(presence.enabled),
    presenceKey: presenceKeyOf(presence.key),
    replay: broadcast.replay,
  }
}

function presenceKeyOf(key: unknown): string {
  const given = ['string', 'number', 'boolean'].includes(typeof key) ? String(key) : ''
  if (given.length > LONGEST_NAME) {
    throw new JoinError('PresenceKeyTooLong', `Presence keys have at most ${LONGEST_NAME} characters`)
  }
  return given || randomUUID()
}

function yes(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function unreplayable(message: string): JoinError {
  return new JoinError('UnableToReplayMessages', message)
}
