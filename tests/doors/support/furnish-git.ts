// What a project of the world has at a Git host, and what the product wrote down of it.
import type { One } from './world.ts'

/** The commits of its branches. */
export const commits = { main: 'a'.repeat(40), draft: 'b'.repeat(40) }

/** The releases of its branches. */
export const releases = { main: '1.0.0', draft: '2.0.0' }

interface Setting {
  at: string
  workspaceId: number
  projectId: number
  branches: { main: number; draft: number }
  integrationId: number
}

/** Gives a project a repository, a service account, a webhook that came, commits, releases, a style guide, what it finds, and changes of its content; answers what calls name. */
export async function furnishGit(one: One, { at, workspaceId, projectId, branches, integrationId }: Setting) {
  await one(
    `insert into public.project_repositories (project_id, workspace_id, workspace_integration_id, remote_url_http, external_id,
       external_slug, default_branch)
     values ($1, $2, $3, $4, $5, $5, 'main') returning project_id`,
    [projectId, workspaceId, integrationId, `https://github.com/doors/${at}`, `doors-${at}`],
  )
  await one(
    `insert into public.webhook_deliveries (workspace_id, workspace_integration_id, project_id, delivery_id, event, outcome)
     values ($1, $2, $3, $4, 'push', 'queued') returning id`,
    [workspaceId, integrationId, projectId, `delivery-${at}`],
  )
  for (const [branch, name, internal] of [
    ['main', 'List narwhals', false],
    ['main', 'Secret', true],
    ['draft', 'Of a draft', false],
  ] as const)
    await one(
      `insert into public.node_changes (branch_id, workspace_id, compared_with, node_uri, node_type, node_name, is_internal,
         operation, semver, message)
       values ($1, $2, 'previous', $3, 'http_operation', $4, $5, 'added', 'minor', 'Added.') returning id`,
      [branches[branch], workspaceId, `/${name}`, name, internal],
    )
  for (const branch of ['main', 'draft'] as const)
    await one(
      `insert into public.commits (branch_id, sha, project_id, workspace_id, message, author_email)
       values ($1, $2, $3, $4, 'Describe narwhals', 'ada@example.com') returning branch_id`,
      [branches[branch], commits[branch], projectId, workspaceId],
    )
  for (const [branch, version] of Object.entries(releases))
    await one(
      `insert into public.releases (project_id, branch_id, version, analyzed_at) values ($1, $2, $3, now()) returning id`,
      [projectId, branches[branch as keyof typeof releases], version],
    )
  // Its ruleset, whatever is in it.
  await one(
    `insert into private.release_rulesets (release_id, path, workspace_id, hash, is_root)
     select r.id, f.path, f.workspace_id, f.hash, true
     from public.releases r join public.branch_files f on f.branch_id = r.branch_id
     where r.project_id = $1 and r.version = $2 limit 1 returning release_id`,
    [projectId, releases.main],
  )
  await one(
    `insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
     select $2, p.id, $1, 0 from public.projects p where p.workspace_id = $1 and p.id <> $2
     order by p.visibility = 'public' desc, p.visibility = 'internal' desc limit 1 returning project_id`,
    [workspaceId, projectId],
  )
  await one(
    `insert into public.workspace_default_style_guides (workspace_id, project_id) values ($1, $2) returning project_id`,
    [workspaceId, projectId],
  )
  const { id: waiver } = await one(
    `insert into public.finding_waivers (project_id, workspace_id, rule, anchor, file, reason, expires_on)
     values ($1, $2, 'named', 'file:api.yaml', 'api.yaml', 'Not ours to name.', current_date + 30) returning id`,
    [projectId, workspaceId],
  )
  const found: Record<string, number> = {}
  for (const branch of ['main', 'draft'] as const) {
    await one(
      `insert into public.branch_lints (branch_id, project_id, workspace_id, guide, content_hash, guide_hash)
       values ($1, $2, $3, 'own', '', '') returning branch_id`,
      [branches[branch], projectId, workspaceId],
    )
    const { id } = await one(
      `insert into public.findings (branch_id, project_id, workspace_id, rule, severity, message, file, pointer, start_line, start_column,
         end_line, end_column, anchor, place, same_key, fingerprint, waiver_id)
       values ($1, $2, $3, 'named', 'error', 'It has no name.', 'api.yaml', '', 1, 1, 1, 1, 'file:api.yaml', '', '', '', $4) returning id`,
      [branches[branch], projectId, workspaceId, waiver],
    )
    found[branch] = id
  }
  const { id } = await one(
    `insert into public.project_service_accounts (project_id, name, kind, username) values ($1, 'Reader', 'github', 'reader') returning id`,
    [projectId],
  )
  return { serviceAccountId: id, waiverId: waiver, findingId: found.main ?? 0 }
}
