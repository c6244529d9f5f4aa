// Who hears what: the joined channels by topic. Public and private channels of one name never hear each other.
import type { Outgoing } from './serializer.ts'
import type { Subscriber } from './types.ts'

/** The key of a topic; a private one can only be reached by what passed the policies. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}

export class Hub {
  readonly #topics = new Map<string, Set<Subscriber>>()

  add(key: string, channel: Subscriber): void {
    const channels = this.#topics.get(key)
    if (channels) channels.add(channel)
    else this.#topics.set(key, new Set([channel]))
  }

  remove(key: string, channel: Subscriber): void {
    const channels = this.#topics.get(key)
    if (channels?.delete(channel) && channels.size === 0) this.#topics.delete(key)
  }

  /** The channels joined to a topic now. */
  channels(key: string): ReadonlySet<Subscriber> {
    return this.#topics.get(key) ?? NOBODY
  }

  /** Sends to everybody who may read; `concerns` leaves out some, such as the sender. */
  broadcast(key: string, message: Outgoing, concerns: (channel: Subscriber) => boolean = () => true): void {
    for (const channel of this.channels(key)) {
      if (channel.hearsBroadcasts && concerns(channel)) channel.connection.sendShared(message)
    }
  }
}

const NOBODY: ReadonlySet<Subscriber> = new Set()
