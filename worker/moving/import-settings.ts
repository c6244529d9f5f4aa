// Settings, approved domains and pictures of a workspace that comes in.
import { createHash } from 'node:crypto'
import { encodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { safePicture } from '../../supabase/functions/_shared/pictures/safe-picture.ts'
import { settingColumns } from './format.ts'
import type { Importing } from './import-steps.ts'
import { ArchiveError } from './read-archive.ts'

type Look = Partial<Record<'logo_url' | 'favicon_url', string>>

/** Keeps the pictures, made safe anew, and answers where those that are shown are here. */
export async function bringLook({ db, archive, workspaceId }: Importing): Promise<Look> {
  const look: Look = {}
  for (const { entry, shown_as: shownAs } of archive.workspace.pictures) {
    const safe = await safePicture(await archive.bytes(entry))
    if (!safe) throw new ArchiveError(`${entry} is no picture.`)
    const hash = createHash('sha256').update(safe.bytes).digest('hex')
    await db.query('select public.svc_keep_picture($1, $2, $3, $4)', [
      workspaceId,
      safe.type,
      hash,
      Buffer.from(safe.bytes).toString('base64'),
    ])
    if (shownAs) look[shownAs] = `/api/v1/workspaces/${encodeId('wk', Number(workspaceId))}/pictures/${hash}`
  }
  return look
}

/** Sets what the database takes; it refuses what could not be set here either. */
export async function bringSettings({ db, archive, workspaceId }: Importing, look: Look): Promise<void> {
  const {
    settings,
    approved_domains: domains,
    default_style_guides: guides,
    group_reviewers: reviewers,
  } = archive.workspace
  // Until here none of its projects was open.
  const own: Record<string, unknown> = { allow_public_projects: true, ...settings }
  // An uploaded picture lies at a path of its installation.
  for (const column of ['logo_url', 'favicon_url'] as const)
    if (look[column] || String(own[column] ?? '').startsWith('/')) own[column] = look[column] ?? null
  const given = settingColumns.filter((column) => column in own)
  if (given.length > 0)
    await db.query(
      `update public.workspaces w set (${given.join(', ')}) = (
         select ${given.map((column) => `s.${column}`).join(', ')} from jsonb_populate_record(null::public.workspaces, $2) s)
       where w.id = $1`,
      [workspaceId, JSON.stringify(own)],
    )
  await db.query(
    `insert into public.approved_domains (workspace_id, domain, role)
     select $1, d ->> 'domain', (d ->> 'role')::public.workspace_role from jsonb_array_elements($2) d`,
    [workspaceId, JSON.stringify(domains)],
  )
  await db.query(
    `insert into public.workspace_default_style_guides (workspace_id, project_id, created_at)
     select $1, p.id, now() + at * interval '1 microsecond' from jsonb_array_elements_text($2) with ordinality g (slug, at)
     join public.projects p on p.workspace_id = $1 and p.slug = g.slug`,
    [workspaceId, JSON.stringify(guides)],
  )
  await db.query(
    `insert into private.group_reviewers (group_id, team_id, workspace_id, approvals)
     select g.id, t.id, $1, (r ->> 'approvals')::integer from jsonb_array_elements($2) r
     join public.groups g on g.workspace_id = $1 and g.slug = r ->> 'group'
     join public.teams t on t.workspace_id = $1 and t.slug = r ->> 'team'`,
    [workspaceId, JSON.stringify(reviewers)],
  )
}
