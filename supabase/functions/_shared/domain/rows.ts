// Rows that the web app and the facade both read, from the composite types of the database: which of their attributes may
// be null is said here, once for both.
import type { RowOf } from './contract.ts'
import type { ProblemCode } from './errors.ts'

/** Functions whose answers both read the same way; what only one of them calls is declared beside its call. */
export interface SharedResults {
  /** Null for a session whose account is gone. */
  me: Account | null
  update_account: Account
  add_group_admin: Placement
  add_project_member: Placement
  set_team_member: Placement
  project_assignable_teams: AssignableTeam[]
  project_teams_list: ProjectTeam[]
  set_project_team: ProjectTeam
  create_workspace_token: NewWorkspaceToken
  list_workspace_tokens: WorkspaceToken[]
  rename_workspace_token: WorkspaceToken
  update_workspace_settings: WorkspaceSettings
  /** Null where there are none, and where the plan holds none. */
  workspace_redirects: string | null
  workspace_billing: BillingAccount
}

/** Every setting of a workspace. */
export type WorkspaceSettings = RowOf<
  'workspace_settings',
  | 'logo_url'
  | 'favicon_url'
  | 'home_content'
  | 'redirects'
  | 'idle_timeout_seconds'
  | 'google_tag_manager'
  | 'localizejs',
  { theme: Record<string, string> }
>

/** A workspace of somebody's. */
export type Membership = RowOf<'account_membership', 'logo_url'>

/** The account of whoever calls. */
export type Account = RowOf<
  'account',
  'avatar_url' | 'timezone' | 'only_workspace_id',
  {
    survey: Record<string, unknown>
    emails: RowOf<'account_email', 'confirmed_at'>[]
    memberships: Membership[]
  }
>

/** Somebody's name and picture. */
export type Person = RowOf<'person', 'avatar_url'>

/** What adding somebody to something came to: a member is in, an address is invited. */
export type Placement = RowOf<
  'placement',
  'user_id' | 'invitation_id' | 'email',
  { type: 'member' | 'invitation' }
>

/** How one item went: its id (or the address of somebody who has none), why it did not, or what came of it. */
export type BulkResult<Key, Value = null> = RowOf<
  'bulk_result',
  'status' | 'message' | 'field',
  { key: Key; code: ProblemCode | null; value: Value | null }
>

/** What a call for many answers: one result for each that was sent, in the same order. */
export type BulkAnswer<Key = number, Value = null> = RowOf<
  'bulk_answer',
  never,
  { results: BulkResult<Key, Value>[] }
>

/** A team that has a project, and the role it has there. */
export type ProjectTeam = RowOf<'project_team'>

/** A team that may be given a project. */
export type AssignableTeam = RowOf<'assignable_team'>

/** One of the things that give somebody a role; `counts` is the one that decides. */
export type AccessReason = RowOf<'access_reason', 'team_id' | 'team' | 'group_id' | 'group'>

/** `role` is what they were given by name; null for those who have access by a team or the group. */
export type ProjectAccess = RowOf<'project_access', 'avatar_url' | 'email' | 'role' | 'effective_role'>

/** A page of teams; use and limit of the plan are for those who may add one. */
export type TeamPage<Team> = RowOf<'team_page', 'usage' | 'max', { items: Team[] }>

/** A node of a branch with its content. */
export type BranchNode = RowOf<'branch_node', 'method' | 'path' | 'version' | 'parent_uri'>

interface Creator {
  creator: RowOf<'token_creator'> | null
}

/** A token of a workspace, without what it opens. */
export type WorkspaceToken = RowOf<'workspace_token', 'last_used', Creator>

/** The same as it was made: the only time that the token itself is shown. */
export type NewWorkspaceToken = RowOf<'new_workspace_token', 'last_used', Creator>

/** What the host of a workspace shows to anyone. */
export type WorkspaceSite = RowOf<
  'workspace_site',
  'logo_url' | 'favicon_url' | 'theme' | 'home_content' | 'google_tag_manager' | 'localizejs'
>

/** A line of a projection or a preview, in cents. */
export interface MoneyLine {
  label: string
  amount: number
}

/** What waits for the end of the period, and can be taken back until then. */
export type PendingChange = RowOf<
  'pending_change',
  'at',
  { kind: 'interval' | 'downgrade' | 'cancel'; interval: 1 | 12 | null }
>

/** A change that begins once its payment is confirmed on the bank's page, and is given up after `until`; cents. */
export type UnconfirmedChange = RowOf<'unconfirmed_change', 'product_id'>

/** What is taken off each invoice: percent, or cents. */
export type Discount = RowOf<'billing_discount', 'name' | 'percent_off' | 'amount_off' | 'ends_at'>

/** What the plan costs the workspace each period, whatever it costs others by now; cents, before discounts and taxes. */
export type PricePaid = RowOf<'billing_price', never, { discounts: Discount[] }>

/** What was agreed on outside the provider; cents. `seat_price` null: there are no more seats. */
export type Contract = RowOf<'billing_contract', 'seat_price' | 'ends_at' | 'amount'>

/** `expires`: the last day of its month. */
export type PaymentMethod = RowOf<'payment_card', 'expires'>

/** A workspace's billing account. Times are ISO 8601, sums in cents. */
export type BillingAccount = RowOf<
  'billing_account',
  | 'billing_pricing_plan_id'
  | 'renew_billing_pricing_plan_id'
  | 'included_members'
  | 'paid_members'
  | 'trial_end_at'
  | 'stripe_status'
  | 'stripe_current_period_end'
  | 'next_renewal_at'
  | 'next_invoice_at'
  | 'stripe_billing_email'
  | 'invoice_error'
  | 'lock_at',
  {
    cycle_interval_months: 1 | 12 | null
    status: 'active' | 'action_required'
    next_invoice_type: 'renewal' | 'true-up' | null
    next_invoice_projection: { total: number; details: MoneyLine[] } | null
    price: PricePaid | null
    contract: Contract | null
    managed_by: 'stripe' | 'contract'
    product: RowOf<'billed_product'>
    members: RowOf<'billed_members', 'included' | 'pending'>
    limits: RowOf<'billing_limit', 'max'>[]
    pending: PendingChange | null
    unconfirmed: UnconfirmedChange | null
    payment_method: PaymentMethod | null
    lock_reason: 'failed_payment' | 'overusage' | null
  }
>
