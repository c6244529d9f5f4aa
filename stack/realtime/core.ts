import type { TokenVerifier } from '../jwt.ts'
import type { Log } from '../log.ts'
import type { Grants } from './grants.ts'
import { Hub } from './hub.ts'
import { KeyedCounter } from './keyed-counter.ts'
import { Bucket, type Limits } from './limits.ts'
import { Presence } from './presence.ts'

/** What all connections of a server share. */
export interface Core {
  verify: TokenVerifier
  limits: Limits
  /** Public channels are refused: nobody's policy speaks about them. */
  privateOnly: boolean
  grants: Grants
  hub: Hub
  presence: Presence
  /** Joins of whoever has an account, and of visitors: neither uses up the other's. */
  joins: Bucket
  visitorJoins: Bucket
  broadcasts: Bucket
  /** Connections by the user who speaks on them. */
  users: KeyedCounter
  /** Resolves when what the database broadcasts arrives here. */
  listening: Promise<void>
  log: Log
}

/** Puts it together. */
export function createCore(
  o: Pick<Core, 'verify' | 'limits' | 'privateOnly' | 'grants' | 'listening' | 'log'>,
): Core {
  const hub = new Hub()
  return {
    ...o,
    hub,
    presence: new Presence(hub),
    joins: new Bucket(o.limits.joins),
    visitorJoins: new Bucket(o.limits.joins),
    broadcasts: new Bucket(o.limits.broadcasts),
    users: new KeyedCounter(o.limits.connectionsPerUser),
  }
}
