// Realtime as supabase-js speaks it: Broadcast (from clients, over HTTP, from the database), Presence, and private
// channels authorised by the policies on realtime.messages. No postgres_changes.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiKeys } from '../http/api-key.ts'
import type { Service } from '../http/service.ts'
import { apiRolesOnly, type TokenVerifier } from '../jwt.ts'
import type { Log } from '../log.ts'
import { fromDatabase } from './broadcast.ts'
import { type Core, createCore } from './core.ts'
import { type Announced, Feed } from './feed.ts'
import { Grants } from './grants.ts'
import { broadcastOverHttp } from './http.ts'
import { topicKey } from './hub.ts'
import { LIMITS, type Limits } from './limits.ts'
import { keepPartitions } from './partitions.ts'
import { ACCESS_EVENT, Recheck } from './recheck.ts'
import { createEndpoint } from './upgrade.ts'

export interface RealtimeOptions {
  /** Connects as supabase_admin: hears what the database broadcasts, keeps the partitions. */
  adminUrl: string
  /** Connects as authenticator: asks the policies in the role of callers. */
  dbUrl: string
  verify: TokenVerifier
  /** The keys a connection may be opened with. */
  keys: ApiKeys
  limits?: Partial<Limits>
  /** Refuses public channels, as a project does where "Allow public access" is off. */
  privateOnly?: boolean
  log?: Log
}

export interface Realtime extends Service {
  /** Takes a WebSocket upgrade of …/websocket. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Connections open now. */
  connections(): number
}

/** Starts it; resolves when messages of the database have a place to be written to. */
export async function createRealtime(o: RealtimeOptions): Promise<Realtime> {
  const { verify, privateOnly = false, log = () => undefined } = o
  const limits = { ...LIMITS, ...o.limits }
  const stopKeeping = await keepPartitions(o.adminUrl, log)
  const grants = new Grants(o.dbUrl)
  const feed = new Feed({
    adminUrl: o.adminUrl,
    maxPayloadBytes: limits.payloadBytes,
    onMessage: (message) => passOn(core, recheck, message),
    log,
  })
  const core: Core = createCore({
    verify: apiRolesOnly(verify),
    limits,
    privateOnly,
    grants,
    listening: feed.listening,
    log,
  })
  const recheck = new Recheck(grants, core.hub)
  const endpoint = createEndpoint(core, o.keys)
  let closing: Promise<void> | undefined
  const close = async () => {
    stopKeeping()
    recheck.close()
    await endpoint.close()
    core.presence.close()
    await Promise.allSettled([feed.close(), grants.close()])
  }
  return {
    handle: (req, res, path) => broadcastOverHttp(core, req, res, path),
    upgrade: endpoint.upgrade,
    connections: endpoint.count,
    check: async () => {
      await grants.check()
      if (!feed.hears) throw new Error('what the database broadcasts is not heard')
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function passOn(core: Core, recheck: Recheck, message: Announced): void {
  const { id, topic, event, payload, binary, private: isPrivate } = message
  const key = topicKey(topic, isPrivate)
  core.hub.broadcast(key, fromDatabase(message), (channel) => !channel.replayed.has(id))
  if (!isPrivate) return
  if (event === ACCESS_EVENT && !binary) recheck.accessChanged(key, payload)
  else recheck.touched(key)
}
