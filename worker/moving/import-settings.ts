// Settings, approved domains and pictures of a workspace that comes in.
import { createHash } from 'node:crypto'
import { decodedPath } from '../../analysis/paths.ts'
import { encodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { safePicture } from '../../supabase/functions/_shared/pictures/safe-picture.ts'
import { settingColumns } from './format.ts'
import type { Importing } from './import-steps.ts'
import { ArchiveError } from './read-archive.ts'

const lookColumns = ['logo_url', 'favicon_url'] as const
type Look = Partial<Record<(typeof lookColumns)[number], string>>

/** Keeps the pictures, made safe anew, and answers where those that are shown are here. */
export async function bringLook({ db, archive, workspaceId }: Importing): Promise<Look> {
  const look: Look = {}
  const { pictures, settings } = archive.workspace
  const keep = async (bytes: Uint8Array, columns: readonly (keyof Look)[]): Promise<boolean> => {
    const safe = await safePicture(bytes)
    if (!safe) return false
    const hash = createHash('sha256').update(safe.bytes).digest('hex')
    await db.query('select public.svc_keep_picture($1, $2, $3, $4)', [
      workspaceId,
      safe.type,
      hash,
      Buffer.from(safe.bytes).toString('base64'),
    ])
    for (const column of columns)
      look[column] = `/api/v1/workspaces/${encodeId('wk', Number(workspaceId))}/pictures/${hash}`
    return true
  }
  for (const { entry, hash, shown_as: shownAs } of pictures) {
    // One picture may be shown in both places.
    const columns = lookColumns.filter(
      (column) => column === shownAs || String(settings[column]).endsWith(`/pictures/${hash}`),
    )
    if (!(await keep(await archive.bytes(entry), columns))) throw new ArchiveError(`${entry} is no picture.`)
  }
  // A drawing that stands in the address itself becomes one that was looked through, like those that are uploaded; or none.
  for (const column of lookColumns) {
    const drawing = drawingIn(settings[column])
    if (drawing) await keep(drawing, [column])
  }
  return look
}

function drawingIn(address: unknown): Buffer | null {
  const [, encoding, content = ''] =
    /^data:image\/svg\+xml([^,]*),(.*)$/s.exec(typeof address === 'string' ? address : '') ?? []
  if (encoding === undefined) return null
  if (encoding.endsWith(';base64')) return Buffer.from(content, 'base64')
  return Buffer.from(decodedPath(content))
}

/**
 * The settings of an archive that nobody could set here: they are left as a new workspace has them. Refusing would lock in
 * whoever set them before there was the rule.
 */
export async function unfitSettings({ db, archive }: Pick<Importing, 'db' | 'archive'>): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `select s.key from jsonb_each($1) s cross join private.reason_against_setting(s.key, s.value) reason
     where s.key = any ($2) and (reason <> 'workspace_setting_unknown'
       or s.key = 'redirects' and private.bad_redirect(s.value #>> '{}') is not null) order by s.key`,
    [JSON.stringify(archive.workspace.settings), settingColumns],
  )
  // What becomes of a picture's address is known when the pictures are.
  return rows.map(({ key }) => key).filter((key) => !lookColumns.some((column) => column === key))
}

/** Sets what the database takes; it refuses what could not be set here either. */
export async function bringSettings(importing: Importing, look: Look): Promise<void> {
  const { db, archive, workspaceId } = importing
  const {
    settings,
    approved_domains: domains,
    default_style_guides: guides,
    group_reviewers: reviewers,
  } = archive.workspace
  // Until here none of its projects was open.
  const unfit = await unfitSettings(importing)
  const fit = Object.entries(settings).filter(([column]) => !unfit.includes(column))
  const own: Record<string, unknown> = { allow_public_projects: true, ...Object.fromEntries(fit) }
  // An uploaded picture lies at a path of its installation.
  for (const column of lookColumns)
    if (look[column] || /^(\/|data:image\/svg)/.test(String(own[column] ?? '')))
      own[column] = look[column] ?? null
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
