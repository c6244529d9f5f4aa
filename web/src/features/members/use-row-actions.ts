import { useChange } from '../../shared/data/change.ts'
import { useToast } from '../../shared/ui/toast.ts'
import { resendInvitation } from './actions.ts'
import type { Person } from './people.ts'
import { peopleLists } from './use-bulk-change.ts'

/** What a row does at once, without a question: copying its address, sending its invitation again. */
export function useRowActions() {
  const toast = useToast()
  const resend = useChange({
    run: resendInvitation,
    changes: peopleLists,
    success: 'Invites sent',
    failure: 'Error sending one or more invites',
  })
  const copy = (email: string) =>
    navigator.clipboard.writeText(email).then(
      () => toast.success('Copied to clipboard!'),
      () => toast.error('The address could not be copied.'),
    )
  return {
    copy: (email: string) => void copy(email),
    resend: (row: Person) => {
      if (row.kind === 'invitation') resend.mutate(row.invitation.id)
    },
  }
}
