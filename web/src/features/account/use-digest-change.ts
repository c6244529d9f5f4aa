import { useCallback } from 'react'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { useToast } from '../../shared/ui/toast.ts'
import { setDigest } from './queries.ts'
import { useKeepMe } from './use-keep-me.ts'

/** Switches the daily digest of this workspace on or off, and says so. */
export function useDigestChange(): (receive: boolean) => Promise<void> {
  const workspace = useWorkspace()
  const toast = useToast()
  const { refresh } = useKeepMe()
  return useCallback(
    async (receive) => {
      try {
        await setDigest(workspace.id, receive)
        await refresh()
        toast.success(`You have ${receive ? 'subscribed to' : 'unsubscribed from'} the daily summary`)
      } catch {
        toast.error('Something went wrong, please try again later')
      }
    },
    [workspace.id, refresh, toast],
  )
}
