import { messageOf } from '../../shared/data/api.ts'
import { useToast } from '../../shared/ui/toast.ts'
import { resendInvitation } from './actions.ts'
import type { Person } from './people.ts'
import { useRefresh } from './use-outcome.ts'

/** What a row does at once, without a question: copying its address, sending its invitation again. */
export function useRowDeeds() {
  const toast = useToast()
  const refresh = useRefresh()
  const copy = (email: string) =>
    navigator.clipboard.writeText(email).then(
      () => toast.success('Copied to clipboard!'),
      () => toast.error('The address could not be copied.'),
    )
  const resend = async (row: Person) => {
    if (row.kind !== 'invitation') return
    try {
      await resendInvitation(row.invitation.id)
      toast.success('Invites sent')
    } catch (error) {
      toast.error(`Error sending one or more invites: ${messageOf(error)}`)
    } finally {
      await refresh()
    }
  }
  return { copy: (email: string) => void copy(email), resend: (row: Person) => void resend(row) }
}
