import { useEffect, useState } from 'react'
import { useScope } from '../../../../shared/data/workspace.tsx'
import type { Server } from '../../model/types.ts'
import { useDocsSource } from '../docs-source.tsx'
import type { ServerChoice } from './ServerSelect.tsx'

const first: ServerChoice = { index: 0, variables: {} }
// What is kept is looked at behind the first paint.
const kept = () => import('../../try-it/kept-server.ts')

/** The server of an operation: the first one, or that which was chosen last on this device where operations are tried. */
export function useServerChoice(servers: readonly Server[]) {
  const { tryIt } = useDocsSource()
  const { viewer } = useScope()
  const [choice, setChoice] = useState(first)
  const owner = tryIt && { workspaceId: tryIt.workspaceId, viewer }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since another operation is another component.
  useEffect(() => {
    if (!owner || servers.length === 0) return
    void kept().then(({ keptServer }) => {
      const before = keptServer(owner, tryIt.page, servers)
      setChoice((now) => (now === first ? before : now))
    })
  }, [])
  const choose = (next: ServerChoice, server: Server | undefined): void => {
    setChoice(next)
    if (owner && server)
      void kept().then((store) => store.keepServer(owner, tryIt.page, server, next.variables))
  }
  return [choice, choose] as const
}
