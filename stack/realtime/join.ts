// phx_join: what is asked for, whether it may be had, and the answer.
import { randomUUID } from 'node:crypto'
import { callerOf } from './caller.ts'
import { Channel, type ChannelConfig } from './channel.ts'
import type { Connection } from './connection.ts'
import { JoinError } from './errors.ts'
import { type Frame, record } from './serializer.ts'

const PREFIX = 'realtime:'

/** Answers a join; a refusal has its reason in the reply. */
export async function join(connection: Connection, frame: Frame): Promise<void> {
  if (!frame.topic.startsWith(PREFIX)) return connection.reply(frame, 'error', { reason: 'unmatched topic' })
  connection.channels.get(frame.topic)?.close('replaced')
  let channel: Channel | undefined
  try {
    checkLimits(connection, frame.topic)
    const payload = record(frame.payload)
    channel = new Channel(connection, frame, frame.topic.slice(PREFIX.length), configOf(payload))
    connection.channels.set(frame.topic, channel)
    await enter(channel, payload)
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
  channel.greet()
}

async function enter(channel: Channel, { access_token, user_token }: Record<string, unknown>): Promise<void> {
  const { core, apiKey } = channel.connection
  const token = [user_token, access_token].find((given) => typeof given === 'string') ?? apiKey
  const caller = await callerOf(core.verify, token as string)
  const permissions = channel.config.isPrivate
    ? await core.grants.readable(caller, channel.subTopic)
    : undefined
  channel.speakFor(caller, permissions)
}

function checkLimits({ core, channels, joins }: Connection, topic: string): void {
  if (topic === PREFIX) throw new JoinError('TopicNameRequired', 'You must provide a topic name')
  if (!joins.take() || !core.joins.take()) {
    throw new JoinError('ClientJoinRateLimitReached', 'Too many joins per second')
  }
  if (channels.size >= core.limits.channelsPerConnection) {
    throw new JoinError('ChannelRateLimitReached', 'Too many channels')
  }
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
  const { key } = presence
  return {
    isPrivate: yes(config.private),
    self: yes(broadcast.self),
    ack: yes(broadcast.ack),
    tellsWhenListening: yes(broadcast.replication_ready),
    presenceEnabled: yes(presence.enabled),
    presenceKey: typeof key === 'string' && key !== '' ? key : randomUUID(),
  }
}

function yes(value: unknown): boolean {
  return value === true || value === 'true'
}
