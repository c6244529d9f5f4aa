// The shapes that calls answer, from the composite types of the database.
import type { RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'

export type { Page, RowOf } from '../../../../supabase/functions/_shared/domain/contract.ts'

/** Somebody's name and picture. */
export type Person = RowOf<'person', 'avatar_url'>

/** A member who may be added to something; the address is for those who read the members of the workspace. */
export type Candidate = RowOf<'member_candidate', 'avatar_url' | 'email'>

/** What adding somebody to something came to: a member is in, an address is invited. */
export type Placement = RowOf<
  'placement',
  'user_id' | 'invitation_id' | 'email',
  { type: 'member' | 'invitation' }
>
