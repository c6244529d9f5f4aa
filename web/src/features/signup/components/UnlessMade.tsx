import { type ReactNode, useEffect } from 'react'
import { useMe, useSession } from '../../../shared/data/workspace.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useWizard, workspaceStep } from '../wizard.ts'

/**
 * The steps before the workspace, for who has not made it yet. Whoever comes back to them afterwards, by the browser's
 * back button or in a second tab, goes on where the workspace is.
 */
export function UnlessMade({ children }: { children: ReactNode }) {
  const session = useSession()
  const me = useMe()
  const { state } = useWizard()
  const signedIn = session.status === 'signed-in'
  const isMade = signedIn && me.data?.memberships.some(({ slug }) => slug === state.slug) === true
  const target =
    isMade && state.slug
      ? workspaceStep(state.slug, me.data?.is_account_info_collected ? 'plan' : 'account', state)
      : undefined
  useEffect(() => {
    if (target) window.location.replace(target)
  }, [target])
  if (target || session.status === 'loading' || (signedIn && me.isPending)) return <Spinner />
  return children
}
