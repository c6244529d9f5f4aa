// Holds the pieces together: the session's token, the channels that are wanted, and what to do with what they say.
import type { QueryClient } from '@tanstack/react-query'
import { apiOrigin, config } from '../../config/config.ts'
import { accessToken, sessionState, subscribe } from '../session.ts'
import { createAccessCheck } from './access.ts'
import type { Connection, ConnectionOptions } from './connection.ts'
import { createGapCheck } from './gap.ts'
import { createRefresher } from './refresh.ts'
import { markTopic, subscribeWanted, wantedTopics } from './topics.ts'

type Open = (options: ConnectionOptions) => Connection

const retryMs = 30_000
const patienceMs = 2_000

/** Loads the connection once the page has had time to paint. */
async function whenIdle(): Promise<Open> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: patienceMs })
    else setTimeout(resolve, 200)
  })
  return (await import('./connection.ts')).openConnection
}

/**
 * Keeps a cache up to date by notices while somebody is signed in; returns the way to stop. Where the line cannot be
 * had nothing happens: views poll as specified.
 */
export function startLive(client: QueryClient, load: () => Promise<Open> = whenIdle): () => void {
  const refresher = createRefresher(client)
  const access = createAccessCheck(client)
  const gap = createGapCheck(refresher.missed)
  let connection: Connection | undefined
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let token = tokenNow()

  const options: ConnectionOptions = {
    origin: apiOrigin,
    anonKey: config.anonKey,
    accessToken,
    onNotice: (notice) => (notice.event === 'access' ? access.check() : refresher.changed(notice)),
    onOpen: (topic, again) => {
      markTopic(topic, true)
      if (again) refresher.missed()
      else gap.opened(topic)
    },
    onShut: (topic) => {
      gap.shut(topic)
      markTopic(topic, false)
    },
    onLost: () => access.check(),
  }

  function open(): void {
    load()
      .then((openConnection) => {
        if (stopped) return
        connection = openConnection(options)
        connection.listen(wantedTopics())
      })
      // The file of a newer release, or no network: views poll meanwhile.
      .catch(() => {
        if (!stopped) retry = setTimeout(open, retryMs)
      })
  }

  const leaveTopics = subscribeWanted(() => connection?.listen(wantedTopics()))
  const leaveSession = subscribe(() => {
    if (token === tokenNow()) return
    token = tokenNow()
    if (token) connection?.tokenChanged()
  })
  open()

  return () => {
    stopped = true
    clearTimeout(retry)
    leaveTopics()
    leaveSession()
    refresher.stop()
    access.stop()
    gap.stop()
    connection?.close()
  }
}

function tokenNow(): string | null {
  const session = sessionState()
  return session.status === 'signed-in' ? session.token : null
}
