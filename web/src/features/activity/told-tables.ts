/**
 * The tables whose changes write events, of those that tell the channel of a workspace: events have no notices of their own.
 * A test compares with what the schema announces.
 */
export const toldTables = [
  'approved_domains',
  'billing_accounts',
  'billing_invoices',
  'custom_domains',
  'group_admins',
  'groups',
  'join_requests',
  'machine_principals',
  'project_members',
  'project_style_guides',
  'project_teams',
  'projects',
  'proposals',
  'team_members',
  'teams',
  'workspace_default_style_guides',
  'workspace_integrations',
  'workspace_invitations',
  'workspace_members',
  'workspaces',
]
