import { useColorScheme } from '@mui/material/styles'
import { useUser } from '@supabase/auth-helpers-react'
import type { WorkspacePermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { config } from '../../shared/config/config.ts'
import { paths } from '../../shared/config/paths.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

interface Place {
  title: string
  to: string
  /** Other words that it is found by. */
  words: string
  permission?: WorkspacePermission
  /** Only where plans are sold. */
  isSold?: true
}

/** Where everybody who is signed in, or holds the permission, may go. */
const places: readonly Place[] = [
  { title: 'Home', to: paths.home, words: 'start landing' },
  {
    title: 'Explore',
    to: paths.explore(),
    words: 'explorer tree starred',
    permission: 'WorkspaceExplorerView',
  },
  {
    title: 'Add project',
    to: paths.addProject(),
    words: 'new create import',
    permission: 'WorkspaceProjectsCreate',
  },
  {
    title: 'Invite people',
    to: paths.admin.members,
    words: 'add members share',
    permission: 'WorkspaceMembersInvite',
  },
  { title: 'Members', to: paths.admin.members, words: 'people users', permission: 'WorkspaceMembersRead' },
  { title: 'Teams', to: paths.admin.teams, words: 'manage', permission: 'WorkspaceTeamsView' },
  {
    title: 'Projects and groups',
    to: paths.admin.projects,
    words: 'manage',
    permission: 'WorkspaceProjectsView',
  },
  {
    title: 'Workspace settings',
    to: paths.admin.settings,
    words: 'look feel integrations tokens domains agents mcp embeds',
    permission: 'WorkspaceSettingsRead',
  },
  {
    title: 'Activity',
    to: paths.admin.activity,
    words: 'audit log trail',
    permission: 'WorkspaceActivityRead',
  },
  {
    title: 'Audit',
    to: paths.admin.audit,
    words: 'siem webhook tokens activity',
    permission: 'WorkspaceActivityRead',
  },
  {
    title: 'Automation',
    to: paths.admin.automation,
    words: 'tasks logs',
    permission: 'WorkspaceAutomationLogsView',
  },
  {
    title: 'Billing',
    to: paths.admin.billing,
    words: 'plan usage upgrade invoices card payment',
    permission: 'WorkspaceBilling',
    isSold: true,
  },
  { title: 'Account settings', to: paths.account.basics, words: 'profile name language' },
  { title: 'Password and security', to: paths.account.security, words: 'sessions e-mail' },
]

const themes = [
  { title: 'Light theme', mode: 'light' },
  { title: 'Dark theme', mode: 'dark' },
  { title: 'Theme of the system', mode: 'system' },
] as const

export interface Command {
  title: string
  words: string
  to?: string
  run?: () => void
}

/** What the caller may do or go to from anywhere. */
export function useCommands(): Command[] {
  const { can } = usePermissions()
  const isSignedIn = useUser() !== null
  const { hide_sign_in } = useWorkspace()
  const { mode, setMode } = useColorScheme()
  const open = isSignedIn
    ? places.filter(
        ({ permission, isSold }) =>
          (!permission || can(permission)) && (!isSold || config.mode === 'multi_tenant'),
      )
    : hide_sign_in
      ? []
      : [{ title: 'Sign in', to: paths.auth(), words: 'login' }]
  const other = themes
    .filter((theme) => theme.mode !== mode)
    .map((theme) => ({ title: theme.title, words: 'switch colour mode', run: () => setMode(theme.mode) }))
  return [...open, ...other]
}

/** Those commands of which every typed word begins a word. */
export function matching(commands: Command[], text: string): Command[] {
  const typed = wordsOf(text)
  if (typed.length === 0) return []
  return commands.filter(({ title, words }) => {
    const known = wordsOf(`${title} ${words}`)
    return typed.every((one) => known.some((word) => word.startsWith(one)))
  })
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
