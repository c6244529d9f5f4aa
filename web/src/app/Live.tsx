import { useUser } from '@supabase/auth-helpers-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMe } from '../shared/data/me.ts'
import { startLive } from '../shared/data/realtime/live.ts'
import { userTopic, useTopic, workspaceTopic } from '../shared/data/realtime.ts'
import { useSite } from '../shared/data/workspace.tsx'

/** Listens for whoever is signed in to a workspace; visitors look now and then, and on the base host nothing changes. */
export function Live() {
  const site = useSite()
  const user = useUser()
  if (site.kind !== 'workspace') return null
  if (!user) return <Looks />
  return <Line key={`${user.id} ${site.workspace.id}`} workspaceId={site.workspace.id} />
}

function Line({ workspaceId }: { workspaceId: number }) {
  const client = useQueryClient()
  const me = useMe().data
  const membership = me?.memberships.find(({ workspace_id: id }) => id === workspaceId)
  const member = membership !== undefined && membership.role !== 'guest'
  useEffect(() => startLive(client), [client])
  useTopic(userTopic(me ?? undefined))
  useTopic(member ? workspaceTopic(workspaceId) : null)
  // Guests hear of themselves alone.
  return me && !member ? <Looks /> : null
}

const lookMs = 30_000

/** Who hears nothing of the workspace looks now and then what it shows to anyone: its name, colours and pictures. */
function Looks() {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void client.invalidateQueries({ queryKey: ['workspace'] })
    }, lookMs)
    return () => clearInterval(timer)
  }, [client])
  return null
}
