// The archive of a workspace: which files it has, and what stands in each. Writer and reader go by this one description.
import { z } from 'zod'
import { addressSchema as email, filePath, sha256, short, slug, stamp } from './values.ts'
import { workSchemas } from './work-rows.ts'

export const formatName = 'waymark-workspace'
/** The first one had neither drafts nor what people said of them; it is still read. */
export const formatVersion = 2

const firstLists = ['members', 'groups', 'teams', 'projects', 'files', 'activity'] as const
/** What came with the second version, in the order in which it can be made again, once there are projects and files. */
export const workLists = [
  'kept',
  'repositories',
  'releases',
  'origins',
  'drafts',
  'threads',
  'proposals',
  'proposal_nodes',
  'overrides',
  'waivers',
  'pins',
] as const
/** Each list is JSON with a row a line, so that it is read without being held, and a table for spreadsheets beside it. */
export const lists = [...firstLists, ...workLists]
export type ListName = (typeof lists)[number]
export type WorkListName = (typeof workLists)[number]

/** Whether an archive of a version has a list. */
export const hasList = (version: number, name: ListName): boolean =>
  version > 1 || firstLists.some((first) => first === name)

/** The lists that people read: files are there themselves. */
export const tables: readonly ListName[] = [
  'members',
  'groups',
  'teams',
  'projects',
  'activity',
  'repositories',
  'releases',
  'threads',
  'proposals',
]

const colour = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i)
const icon = z.string().regex(/^[a-z0-9-]{1,60}$/)

const memberSchema = z.object({
  email,
  username: z.string().max(100),
  first_name: short.nullable(),
  last_name: short.nullable(),
  role: z.enum(['owner', 'billing', 'admin', 'maker', 'viewer', 'guest']),
  receive_daily_summary: z.boolean(),
  receive_mentions: z.boolean(),
  created_at: stamp,
})
const named = {
  slug,
  name: z.string().max(100).regex(/\S/),
  description: z.string().max(300),
  icon,
  icon_color: colour,
  created_at: stamp,
}
const groupSchema = z.object({
  ...named,
  visibility: z.enum(['public', 'internal']),
  admins: z.array(email).max(50_000),
})
const teamSchema = z.object({
  ...named,
  members: z.array(z.object({ email, role: z.enum(['admin', 'member']) })).max(50_000),
})
const projectSchema = z.object({
  ...named,
  slug: z.string().regex(/^[A-Za-z0-9-]{2,75}$/),
  name: z.string().max(75).regex(/\S/),
  description: z.string().max(250),
  group: slug.nullable(),
  type: z.enum(['cli', 'local', 'vcs', 'web']),
  flavor: z.enum(['design', 'style_guide', 'design_library']),
  visibility: z.enum(['internal', 'private', 'public']),
  is_design_library: z.boolean(),
  use_legacy_exporter: z.boolean(),
  auto_invite_committers: z.boolean(),
  creator: email.nullable(),
  old_slugs: z.array(slug).max(10_000),
  members: z
    .array(
      z.object({
        email,
        role: z.enum(['guest', 'viewer', 'editor', 'admin', 'owner', 'inherit']),
        created_at: stamp,
      }),
    )
    .max(50_000),
  teams: z.array(z.object({ team: slug, role: z.enum(['viewer', 'editor', 'admin']) })).max(10_000),
  style_guides: z.array(slug).max(50),
  branches: z
    .array(
      z.object({
        name: z.string().min(1).max(100),
        slug,
        is_default: z.boolean(),
        is_published: z.boolean(),
        baseline: slug.nullish(),
        /** Who brought the content that it has: not who approves it. */
        brought_by: email.nullish(),
      }),
    )
    .max(10_000),
})
const fileSchema = z.object({
  project: slug,
  branch: slug,
  path: filePath,
  size: z.int().min(0),
  sha256,
  entry: z.string().min(1).max(4_000),
})
const activitySchema = z.object({
  type: z.string().min(1).max(100),
  actor: email.nullable(),
  actor_name: short,
  actor_email: z.string().max(255),
  metadata: z.record(z.string(), z.unknown()),
  ip_address: z.string().max(60).nullable(),
  origin: z.record(z.string(), z.unknown()),
  created_at: stamp,
})

export const rowSchemas = {
  members: memberSchema,
  groups: groupSchema,
  teams: teamSchema,
  projects: projectSchema,
  files: fileSchema,
  activity: activitySchema,
  ...workSchemas,
}
export type Row<Name extends ListName> = z.infer<(typeof rowSchemas)[Name]>

/** Settings by their columns; pictures are files of the archive. */
export const workspaceSchema = z.object({
  name: z.string().min(1).max(255),
  slug: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,25}[a-z0-9])?$/),
  created_at: stamp,
  settings: z.record(
    z.string().max(60),
    z.union([z.string().max(60_000), z.boolean(), z.number(), z.null(), z.record(z.string(), z.string())]),
  ),
  approved_domains: z.array(z.object({ domain: z.string().max(255), role: z.string().max(20) })).max(500),
  pictures: z
    .array(
      z.object({
        hash: sha256,
        type: z.enum(['image/png', 'image/svg+xml']),
        shown_as: z.enum(['logo_url', 'favicon_url']).nullable(),
        entry: z.string().max(200),
      }),
    )
    .max(100),
  /** In the order in which they became the ones of new projects. */
  default_style_guides: z.array(slug).max(50).default([]),
  group_reviewers: z
    .array(z.object({ group: slug, team: slug, approvals: z.int().min(1).max(10) }))
    .max(100_000)
    .default([]),
  // To be read by people: their secrets do not leave the installation, so that nobody can use them elsewhere.
  integrations: z.array(z.record(z.string(), z.unknown())).max(1_000),
})
export type WorkspaceDescription = z.infer<typeof workspaceSchema>

export const manifestSchema = z.object({
  format: z.literal(formatName),
  version: z.union([z.literal(1), z.literal(formatVersion)]),
  created_at: stamp,
  workspace: z.object({ name: z.string().max(255), slug: z.string().max(60) }),
  /** Every other entry. */
  files: z
    .array(
      z.object({
        path: z.string().min(1).max(4_000),
        size: z.int().min(0),
        sha256,
      }),
    )
    .max(1_000_000),
  /** Drafts of which nobody can put together what was typed, and why: their entries are as they began. */
  left_out: z
    .array(z.object({ path: z.string().max(4_000), reason: z.string().max(1_000) }))
    .max(1_000_000)
    .default([]),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The settings that go along: what the workspace is called and found by, its plan and its locks do not. */
export const settingColumns = [
  'theme',
  'home_content',
  'redirects',
  'idle_timeout_seconds',
  'hide_powered_by',
  'hide_sign_in',
  'join_requests_disabled',
  'guests_receive_daily_digest',
  'use_automatic_ssg_conversion',
  'disable_default_styleguide_editing',
  'show_tryit',
  'show_tryit_mock_server',
  'allow_search_indexing',
  'show_userway',
  'disable_cookie_tracking',
  'allow_public_projects',
  'allow_web_projects',
  'google_tag_manager',
  'localizejs',
  'logo_url',
  'favicon_url',
  'migrated_from_next',
] as const

/** Where a file of a branch, or of its working copy, lies: as it is called, and so that no archive program climbs or hides it. */
export function entryOf(
  root: 'projects' | 'drafts',
  { project, branch, path }: { project: string; branch: string; path: string },
): string {
  return `${root}/${project}/${encodeURIComponent(branch).replace(/^\./, '%2E')}/${path}`
}

/** Where a file lies that no branch has any more. */
export const keptEntryOf = (hash: string) => `kept/${hash}`
