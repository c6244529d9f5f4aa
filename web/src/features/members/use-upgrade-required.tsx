import { type ReactNode, useState } from 'react'
import { messageOf } from '../../shared/data/api.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { UpgradeCallout } from '../../shared/ui/UpgradeCallout.tsx'
import { isPaymentRequired } from './actions.ts'

/** Notes when the plan refuses: the dialog then shows `notice` instead of a problem and cannot be confirmed. */
export function useUpgradeRequired(): {
  notice: ReactNode
  isRequired: boolean
  guard: <Answer>(work: Promise<Answer>) => Promise<Answer>
  problemOf: (prefix: string) => (error: unknown) => string | null
  reset: () => void
} {
  const { can } = usePermissions()
  const [isRequired, setRequired] = useState(false)
  return {
    notice: isRequired ? (
      <UpgradeCallout feature="members" canBill={can('WorkspaceBilling')}>
        The limit for this role has been reached. This workspace will need to be upgraded to complete this.
      </UpgradeCallout>
    ) : null,
    isRequired,
    guard: async (work) => {
      try {
        return await work
      } catch (error) {
        setRequired(isPaymentRequired(error))
        throw error
      }
    },
    problemOf: (prefix) => (error) => (isPaymentRequired(error) ? null : `${prefix}: ${messageOf(error)}`),
    reset: () => setRequired(false),
  }
}
