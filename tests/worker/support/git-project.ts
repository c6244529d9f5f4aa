// Projects whose content is in a repository of a test's own remote.
import { randomBytes } from 'node:crypto'
import { seal } from '../../../supabase/functions/_shared/secrets/box.ts'
import type { GitRemote, Repository } from '../../support/git-remote.ts'
import { showRepository } from '../../support/host-repository.ts'
import type { World } from './world.ts'

process.env.WAYMARK_SECRET_KEY ??= randomBytes(32).toString('base64')

/** What a worker needs to read repositories on this machine. */
export const gitEnv = {
  WAYMARK_SECRET_KEY: process.env.WAYMARK_SECRET_KEY,
  WAYMARK_ALLOW_HTTP_PROVIDERS: '1',
}

export interface GitProject {
  id: string
  branchId: string
  workspaceId: string
  /** The first analysis, of the default branch. */
  job: string
}

interface Options {
  workspaceId?: string
  kind?: string
  apiUrl?: string
  clientId?: string
  externalId?: string
  defaultBranch?: string
}

/** Makes a project from a repository, which queues the analysis of its default branch. */
export async function aGitProject(
  world: World,
  { url: host }: Pick<GitRemote, 'url'>,
  { url }: Pick<Repository, 'url'>,
  {
    workspaceId = world.workspaceId,
    kind = 'bitbucket_data_center',
    apiUrl = host,
    clientId = 'id',
    externalId = url,
    defaultBranch = 'main',
  }: Options = {},
): Promise<GitProject> {
  const config = { hostUrl: host, apiUrl, ...(kind === 'github' || kind === 'gitlab' ? { clientId } : {}) }
  const { rows } = await world.db.query<{ id: string }>(
    `with known as (
       select id from public.workspace_integrations
       where workspace_id = $1 and kind = $2 and config ->> 'hostUrl' = $3::jsonb ->> 'hostUrl'
     ), made as (
       insert into public.workspace_integrations (workspace_id, name, kind, config_type, config)
       select $1, $2 || ' ' || ($3::jsonb ->> 'hostUrl'), $2, 'custom', $3 where not exists (select from known) returning id
     )
     select id from known union all select id from made`,
    [workspaceId, kind, JSON.stringify(config)],
  )
  const slug = url.split('/').at(-1)?.replace('.git', '')
  const repository = {
    workspace_integration_id: Number(rows[0]?.id),
    remote_url_http: url,
    external_id: externalId,
    external_slug: slug ?? '',
    external_org_slug: 'acme',
    default_branch: defaultBranch,
  }
  const owner = await world.untilRow<{ id: string }>(
    `select user_id as id from public.workspace_members where workspace_id = $1 and role = 'owner'`,
    [workspaceId],
  )
  const { forget } = await showRepository(world.db, owner.id, repository)
  const { made } = await world.asOwner<{
    made: { project: { id: number }; branch: { id: number }; job_id: string }
  }>(`select to_jsonb(public.create_project($1, $2, p_type => 'vcs', p_repository => $3)) as made`, [
    workspaceId,
    `Project ${slug}`,
    JSON.stringify(repository),
  ])
  await forget()
  return { id: String(made.project.id), branchId: String(made.branch.id), workspaceId, job: made.job_id }
}

/** Gives a project a service account. */
export async function giveServiceAccount(
  world: World,
  { id }: Pick<GitProject, 'id'>,
  username: string,
  token: string,
): Promise<void> {
  const sealed = await seal(token, `project:${id}:token`)
  await world.asOwner(`select public.create_service_account($1, 'Robot', $2, $3)`, [
    id,
    username,
    JSON.stringify(sealed),
  ])
}

/** Queues the analysis of a branch, as a webhook does; the job's id. */
export async function pushed(
  world: World,
  { id }: Pick<GitProject, 'id'>,
  branch: string,
  pullRequest: object | null = null,
  commit: string | null = null,
  event = pullRequest ? 'pullRequestOpened' : 'push',
): Promise<string> {
  const { rows } = await world.db.query<{ job: string }>(
    'select private.queue_git_analysis($1, $2, $3, $5, $4) as job',
    [id, branch, event, pullRequest && JSON.stringify(pullRequest), commit],
  )
  if (!rows[0]) throw new Error('nothing was queued')
  return rows[0].job
}
