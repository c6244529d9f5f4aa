// The line to the Realtime server. Loaded when the first screen stands: nothing waits for it, and nobody sees it fail.
import { type RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { setRealtime, supabase } from '../supabase.ts'
import { type Notice, noticeOf } from './notice.ts'

/** A channel that no screen wants any more is kept this long, ms: the next page often wants it again. */
const graceMs = 5_000
/** After the server closed a channel, it is asked for again after this, ms. */
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

type Timer = ReturnType<typeof setTimeout>

type State =
  /** Not joined: there is no connection, or it was not asked for yet. */
  | { name: 'idle' }
  /** Joined, or about to be; `leaveTimer` runs while no screen wants it. */
  | { name: 'joined'; channel: RealtimeChannel; leaveTimer: Timer | undefined }
  /** Being left: until that is done the client would hand out the same channel again. */
  | { name: 'leaving'; isRefused: boolean }
  /** Closed or refused by the server; asked for again later. */
  | { name: 'refused' }

interface Topic {
  name: string
  state: State
  /** It was open at some time: notices may have been missed since. */
  wasOpen: boolean
  /** It is open as far as the screens know, also across a lost connection: a refusal is news to them. */
  isOpen: boolean
}

/** Opens a line and keeps it open, across lost connections and times offline. */
export function openConnection(options: ConnectionOptions): Connection {
  const topics = new Map<string, Topic>()
  let wanted: string[] = []
  let askAgain: Timer | undefined
  let client: RealtimeClient | undefined

  function start(): void {
    if (client || !navigator.onLine) return
    const fresh = new RealtimeClient(`${options.origin.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: options.anonKey },
      accessToken: options.accessToken,
    })
    client = fresh
    setRealtime(fresh)
    // A private channel is refused to who joins before the token is there.
    void fresh
      .setAuth()
      .catch(() => undefined)
      .then(() => client === fresh && reconcile())
  }

  function stop(): void {
    const old = client
    client = undefined
    setRealtime(undefined)
    for (const topic of topics.values()) {
      const { state } = topic
      if (state.name === 'joined') shut(topic, { name: 'idle' })
      else if (state.name === 'leaving') topic.state = { name: state.isRefused ? 'refused' : 'idle' }
    }
    void old?.removeAllChannels().catch(() => undefined)
  }

  /** Joins what is wanted, and leaves what is not once its time of grace is over. */
  function reconcile(): void {
    if (!client?.accessTokenValue) return
    for (const name of wanted) {
      const topic = topics.get(name) ?? addTopic(name)
      if (topic.state.name === 'idle') join(topic)
      else if (topic.state.name === 'joined') {
        clearTimeout(topic.state.leaveTimer)
        topic.state.leaveTimer = undefined
      }
    }
    for (const topic of topics.values()) {
      if (wanted.includes(topic.name)) continue
      if (topic.state.name === 'idle') topics.delete(topic.name)
      else if (topic.state.name === 'joined')
        topic.state.leaveTimer ??= setTimeout(() => leave(topic), graceMs)
    }
  }

  function addTopic(name: string): Topic {
    const topic: Topic = { name, state: { name: 'idle' }, wasOpen: false, isOpen: false }
    topics.set(name, topic)
    return topic
  }

  function join(topic: Topic): void {
    const channel = supabase.channel(topic.name, { config: { private: true } })
    topic.state = { name: 'joined', channel, leaveTimer: undefined }
    // What a channel of before still says does not count.
    const isCurrent = () => topic.state.name === 'joined' && topic.state.channel === channel
    const onBroadcast = ({ event, payload }: { event: string; payload?: unknown }) => {
      const notice = noticeOf(topic.name, event, payload)
      if (notice && isCurrent()) options.onNotice(notice)
    }
    channel.on('broadcast', { event: '*' }, onBroadcast).subscribe((status, error) => {
      if (!isCurrent()) return
      if (status === 'SUBSCRIBED') onOpen(topic)
      else if (status === 'CLOSED') onClosed(topic)
      else if (isRefusal(error)) onRefused(topic, channel)
      else options.onShut(topic.name)
    })
  }

  function onOpen(topic: Topic): void {
    const again = topic.wasOpen
    topic.wasOpen = true
    topic.isOpen = true
    options.onOpen(topic.name, again)
  }

  /** The server ended the channel: the token ran out, or access did. */
  function onClosed(topic: Topic): void {
    shut(topic, { name: 'refused' })
    clearTimeout(askAgain)
    askAgain = setTimeout(askForRefused, askAgainMs)
    reportLoss(topic)
  }

  function onRefused(topic: Topic, channel: RealtimeChannel): void {
    remove(topic, channel, true)
    reportLoss(topic)
  }

  function shut(topic: Topic, next: State): void {
    if (topic.state.name === 'joined') clearTimeout(topic.state.leaveTimer)
    topic.state = next
    options.onShut(topic.name)
  }

  function reportLoss(topic: Topic): void {
    if (!topic.isOpen) return
    topic.isOpen = false
    options.onLost(topic.name)
  }

  function askForRefused(): void {
    for (const topic of topics.values()) {
      if (topic.state.name === 'refused') topic.state = { name: 'idle' }
      else if (topic.state.name === 'leaving') topic.state.isRefused = false
    }
    reconcile()
  }

  function leave(topic: Topic): void {
    if (topic.state.name !== 'joined') return
    topic.wasOpen = false
    topic.isOpen = false
    remove(topic, topic.state.channel, false)
  }

  function remove(topic: Topic, channel: RealtimeChannel, isRefused: boolean): void {
    const leaving: State = { name: 'leaving', isRefused }
    shut(topic, leaving)
    void client
      ?.removeChannel(channel)
      .catch(() => undefined)
      .then(() => {
        if (topic.state !== leaving) return
        topic.state = { name: leaving.isRefused ? 'refused' : 'idle' }
        reconcile()
      })
  }

  window.addEventListener('online', start)
  window.addEventListener('offline', stop)
  start()

  return {
    listen(next) {
      wanted = next
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
