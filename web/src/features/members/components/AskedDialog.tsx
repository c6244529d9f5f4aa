import type { WorkspaceRole } from '../../../../../supabase/functions/_shared/domain/roles.ts'
import type { Person } from '../people.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { DenyDialog } from './DenyDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'

export type Ask =
  | { kind: 'role'; rows: Person[]; role: WorkspaceRole | null }
  | { kind: 'approve' | 'deny' | 'remove'; rows: Person[] }
  | { kind: 'invite'; emails: string[] }

interface Props {
  ask: Ask
  /** Ids of the rows for which it failed; they stay selected. */
  onDone: (failed: string[]) => void
  onClose: () => void
}

/** The dialog that is open over the members. */
export function AskedDialog({ ask, ...ends }: Props) {
  if (ask.kind === 'invite') return <InviteDialog emails={ask.emails} onClose={ends.onClose} />
  if (ask.kind === 'role') return <ChangeRoleDialog rows={ask.rows} role={ask.role} {...ends} />
  if (ask.kind === 'approve') return <ApproveDialog rows={ask.rows} {...ends} />
  if (ask.kind === 'deny') return <DenyDialog rows={ask.rows} {...ends} />
  return <RemoveDialog rows={ask.rows} {...ends} />
}
