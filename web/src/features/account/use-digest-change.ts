import { useChange } from '../../shared/data/change.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { setDigest } from './queries.ts'

/** Switches the daily digest of this workspace on or off, and says so. */
export function useDigestChange() {
  const workspace = useWorkspace()
  return useChange({
    run: (receive: boolean) => setDigest(workspace.id, receive),
    changes: ['me'],
    success: (_done, receive) =>
      `You have ${receive ? 'subscribed to' : 'unsubscribed from'} the daily summary`,
    failure: () => 'Something went wrong, please try again later',
  })
}
