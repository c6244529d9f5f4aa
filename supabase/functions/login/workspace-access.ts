import type { WorkspaceAccess } from '../_shared/db/service.ts'
import { type ProblemError, refusal } from '../_shared/http/problem.ts'

const reasons: Record<string, string> = {
  failed_payment: 'The payment method associated with this workspace has failed.',
  overusage: 'The Free plan only allows for one owner to have access.',
}

/** The refusal of a locked workspace, with whom to ask and why. */
export function lockRefusal({
  lock_reason,
  owner_email,
}: Pick<WorkspaceAccess, 'lock_reason' | 'owner_email'>): ProblemError {
  const detail = (lock_reason && reasons[lock_reason]) || 'This workspace is locked.'
  return refusal('WORKSPACE_IS_LOCKED', detail, { extra: { owner_email, lock_reason } })
}
