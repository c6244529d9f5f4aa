import { type ReactNode, useEffect } from 'react'
import { useMe } from '../../../shared/data/me.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useWizard, workspaceStep } from '../wizard.ts'

/**
 * The steps before the workspace, for who has not made it yet. Whoever comes back to them afterwards, by the browser's
 * back button or in a second tab, goes on where the workspace is.
 */
export function UnlessMade({ children }: { children: ReactNode }) {
  const me = useMe().data
  const { state } = useWizard()
  const made = me?.memberships.find(({ slug }) => slug === state.slug)
  const target = made && workspaceStep(made.slug, me?.is_account_info_collected ? 'plan' : 'account', state)
  useEffect(() => {
    if (target) window.location.replace(target)
  }, [target])
  // Most have made none: they need not wait until that is known.
  return target ? <Spinner /> : children
}
