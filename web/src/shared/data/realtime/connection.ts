// The line to the Realtime server. Loaded when the first screen stands: nothing waits for it, and nobody sees it fail.
import { type RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { type Notice, noticeOf } from './notice.ts'

/** A channel that nobody wants any more is kept this long: the next page often wants it again. */
const graceMs = 5_000
/** After the server closed a channel, it is asked again after this. */
const askAgainMs = 5_000

export interface ConnectionOptions {
  /** Origin of the Supabase API. */
  origin: string
  anonKey: string
  /** A usable access token, or null when signed out. */
  accessToken: () => Promise<string | null>
  onNotice: (notice: Notice) => void
  /** `again`: it had been open before, so notices may have been missed. */
  onOpen: (topic: string, again: boolean) => void
  onShut: (topic: string) => void
  /** The server closed or refused a channel that was open: perhaps access has ended. */
  onLost: (topic: string) => void
}

export interface Connection {
  /** Joins these channels and leaves all others. */
  listen(topics: string[]): void
  /** Hands the present token to the server, which checks every channel again. */
  tokenChanged(): void
  close(): void
}

/** Opens a line and keeps it open, across lost connections and times offline. */
export function openConnection(options: ConnectionOptions): Connection {
  const channels = new Map<string, RealtimeChannel>()
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const departing = new Set<string>()
  const refused = new Set<string>()
  /** Opened at some time: what was told since then may have been missed. */
  const known = new Set<string>()
  /** Open as far as we were told: their end is news. */
  const held = new Set<string>()
  let topics: string[] = []
  let askAgain: ReturnType<typeof setTimeout> | undefined
  let client: RealtimeClient | undefined

  function start(): void {
    if (client || !navigator.onLine) return
    const fresh = new RealtimeClient(`${options.origin.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: options.anonKey },
      accessToken: options.accessToken,
    })
    client = fresh
    // A private channel is refused to who joins before the token is there.
    void fresh
      .setAuth()
      .catch(() => undefined)
      .then(() => client === fresh && reconcile())
  }

  function stop(): void {
    const old = client
    client = undefined
    for (const timer of leaving.values()) clearTimeout(timer)
    leaving.clear()
    for (const topic of channels.keys()) options.onShut(topic)
    channels.clear()
    departing.clear()
    void old?.removeAllChannels().catch(() => undefined)
  }

  function reconcile(): void {
    if (!client?.accessTokenValue) return
    for (const topic of topics) {
      clearTimeout(leaving.get(topic))
      leaving.delete(topic)
      if (!channels.has(topic) && !departing.has(topic) && !refused.has(topic)) join(client, topic)
    }
    for (const topic of channels.keys()) {
      if (topics.includes(topic) || leaving.has(topic)) continue
      leaving.set(
        topic,
        setTimeout(() => leave(topic), graceMs),
      )
    }
  }

  function join(by: RealtimeClient, topic: string): void {
    const channel = by.channel(topic, { config: { private: true } })
    channels.set(topic, channel)
    const heard = ({ event, payload }: { event: string; payload?: unknown }) => {
      const notice = noticeOf(topic, event, payload)
      if (notice && channels.get(topic) === channel) options.onNotice(notice)
    }
    channel.on('broadcast', { event: '*' }, heard).subscribe((status, error) => {
      // What a line of before still says does not count.
      if (channels.get(topic) !== channel) return
      if (status === 'SUBSCRIBED') opened(topic)
      else if (status === 'CLOSED') ended(topic)
      else if (isRefusal(error)) refuse(topic)
      else options.onShut(topic)
    })
  }

  function opened(topic: string): void {
    const again = known.has(topic)
    known.add(topic)
    held.add(topic)
    options.onOpen(topic, again)
  }

  /** The server ended the channel: the token ran out, or access did. */
  function ended(topic: string): void {
    refused.add(topic)
    forget(topic)
    clearTimeout(askAgain)
    askAgain = setTimeout(askForRefused, askAgainMs)
    lost(topic)
  }

  function askForRefused(): void {
    refused.clear()
    reconcile()
  }

  function refuse(topic: string): void {
    refused.add(topic)
    remove(topic)
    lost(topic)
  }

  function lost(topic: string): void {
    if (held.delete(topic)) options.onLost(topic)
  }

  function leave(topic: string): void {
    leaving.delete(topic)
    known.delete(topic)
    held.delete(topic)
    remove(topic)
  }

  function remove(topic: string): void {
    const channel = forget(topic)
    if (!channel || !client) return
    // While a channel is being left the client would hand out the same one again.
    departing.add(topic)
    void client
      .removeChannel(channel)
      .catch(() => undefined)
      .then(() => {
        departing.delete(topic)
        reconcile()
      })
  }

  function forget(topic: string): RealtimeChannel | undefined {
    const channel = channels.get(topic)
    channels.delete(topic)
    options.onShut(topic)
    return channel
  }

  window.addEventListener('online', start)
  window.addEventListener('offline', stop)
  start()

  return {
    listen(next) {
      topics = next
      reconcile()
    },
    tokenChanged() {
      void client
        ?.setAuth()
        .catch(() => undefined)
        .then(askForRefused)
    },
    close() {
      window.removeEventListener('online', start)
      window.removeEventListener('offline', stop)
      clearTimeout(askAgain)
      stop()
    },
  }
}

/** A refusal is the server's answer to a join; everything else is a connection that comes back by itself. */
function isRefusal(error: Error | undefined): boolean {
  const reason = (error?.cause as { reason?: unknown } | undefined)?.reason
  return typeof reason === 'string' && /unauthori[sz]ed|permission/i.test(reason)
}
