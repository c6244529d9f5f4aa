// The shapes that calls answer, from the composite types of the database.
import type { RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'

export type { Page, RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'
export type {
  AccessReason,
  AssignableTeam,
  BranchNode,
  BulkAnswer,
  BulkResult,
  Person,
  Placement,
  ProjectAccess,
  ProjectTeam,
  TeamPage,
  WorkspaceToken,
} from '../../../../supabase/functions/_shared/domain/rows.ts'

/** A member who may be added to something; the address is for those who read the members of the workspace. */
export type AssignableMember = RowOf<'assignable_member', 'avatar_url' | 'email'>
