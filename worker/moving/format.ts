// The archive of a workspace: which files it has, and what stands in each. Writer and reader go by this one description.
import { z } from 'zod'

export const formatName = 'waymark-workspace'
export const formatVersion = 1

/** Each list is JSON with a row a line, so that it is read without being held, and a table for spreadsheets beside it. */
export const lists = ['members', 'groups', 'teams', 'projects', 'files', 'activity'] as const
export type ListName = (typeof lists)[number]

/** The lists that people read: files are there themselves. */
export const tables: readonly ListName[] = ['members', 'groups', 'teams', 'projects', 'activity']

// As the product keeps them: in lower case.
const email = z
  .string()
  .max(255)
  .regex(/^[^A-Z\s@]+@[^A-Z\s@]+$/, 'no address as it is kept')
const stamp = z.string().min(10).max(40)
const short = z.string().max(500)
const slug = z.string().min(1).max(255)
const colour = z.string().max(20)

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
  name: z.string().min(1).max(255),
  description: short,
  icon: z.string().max(60),
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
  group: slug.nullable(),
  type: z.enum(['cli', 'local', 'vcs', 'web']),
  flavor: z.enum(['design', 'style_guide', 'design_library']),
  visibility: z.enum(['internal', 'private', 'public']),
  is_design_library: z.boolean(),
  use_legacy_exporter: z.boolean(),
  auto_invite_committers: z.boolean(),
  creator: email.nullable(),
  old_slugs: z.array(slug).max(10_000),
  members: z.array(z.object({ email, role: z.string().max(20), created_at: stamp })).max(50_000),
  teams: z.array(z.object({ team: slug, role: z.string().max(20) })).max(10_000),
  style_guides: z.array(slug).max(1_000),
  branches: z
    .array(
      z.object({
        name: z.string().min(1).max(100),
        slug,
        is_default: z.boolean(),
        is_published: z.boolean(),
      }),
    )
    .max(10_000),
})
const fileSchema = z.object({
  project: slug,
  branch: slug,
  path: z.string().min(1).max(1_000),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
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
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        type: z.enum(['image/png', 'image/svg+xml']),
        shown_as: z.enum(['logo_url', 'favicon_url']).nullable(),
        entry: z.string().max(200),
      }),
    )
    .max(100),
  // To be read by people: their secrets do not leave the installation, so that nobody can use them elsewhere.
  integrations: z.array(z.record(z.string(), z.unknown())).max(1_000),
})
export type WorkspaceDescription = z.infer<typeof workspaceSchema>

export const manifestSchema = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  created_at: stamp,
  workspace: z.object({ name: z.string().max(255), slug: z.string().max(60) }),
  /** Every other entry. */
  files: z
    .array(
      z.object({
        path: z.string().min(1).max(4_000),
        size: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(1_000_000),
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
] as const

/** Where a file of a branch lies: as it is called, and so that no archive program climbs or hides it. */
export function entryOf(project: string, branch: string, path: string): string {
  return `projects/${project}/${encodeURIComponent(branch).replace(/^\./, '%2E')}/${path}`
}
