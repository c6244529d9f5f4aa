import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { openPortal } from '../calls.ts'

/** Leads to the provider's page, where cards are changed and invoices paid. */
export function usePortal() {
  const { id } = useWorkspace()
  return useChange({
    run: () => openPortal(id),
    onDone: ({ redirect_url }) => window.location.assign(redirect_url),
    failure: (error) => messageOf(error, 'An unknown error occurred.'),
  })
}
