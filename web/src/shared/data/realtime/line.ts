// Holds the pieces together: the session's token, the channels that are wanted, and what to do with what they say.
import type { QueryClient } from '@tanstack/react-query'
import { apiOrigin, config } from '../../config/config.ts'
import { accessToken, sessionState, subscribe } from '../session.ts'
import { createAccessCheck } from './access.ts'
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts'
import { createGapCheck } from './gap.ts'
import { createRefresher } from './refresh.ts'
import { markTopic, subscribeWanted, wantedTopics } from './topics.ts'

/**
 * Keeps a cache up to date by notices until the function that it returns is called. Where the line cannot be had
 * nothing happens: views poll as specified.
 */
export function openLine(
  client: QueryClient,
  open: (options: ConnectionOptions) => Connection = openConnection,
): () => void {
  const refresher = createRefresher(client)
  const access = createAccessCheck(client)
  const gap = createGapCheck(refresher.missed)
  let token = tokenNow()

  const connection = open({
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
  })
  connection.listen(wantedTopics())

  const leaveTopics = subscribeWanted(() => connection.listen(wantedTopics()))
  const leaveSession = subscribe(() => {
    if (token === tokenNow()) return
    token = tokenNow()
    if (token) connection.tokenChanged()
  })

  return () => {
    leaveTopics()
    leaveSession()
    refresher.stop()
    access.stop()
    gap.stop()
    connection.close()
  }
}

function tokenNow(): string | null {
  const session = sessionState()
  return session.status === 'signed-in' ? session.token : null
}
