// Projects from Git hosts for database tests.
import { showRepository } from '../../support/host-repository.ts'
import type { Person, World } from '../support/people.ts'

export const sealed = { ciphertext: 'c2VhbGVk', key_id: 'key1' }

let number = 0

/** A GitHub integration of a workspace, in default configuration. */
export async function aGitHub(world: World, workspaceId: number, config = '{}'): Promise<number> {
  const { rows } = await world.db.query(
    `insert into public.workspace_integrations (workspace_id, name, kind, config_type, config)
     values ($1, $2, 'github', $3, $4) returning id`,
    [workspaceId, `GitHub ${++number}`, config === '{}' ? 'default' : 'custom', config],
  )
  return Number(rows[0].id)
}

export interface Repository {
  workspace_integration_id: number
  remote_url_http: string
  external_id: string
  external_slug: string
  external_org_slug: string
  default_branch: string
}

/** What a host says of a repository. */
export function aRepository(integrationId: number, more: Partial<Repository> = {}): Repository {
  const slug = `repository-${++number}`
  return {
    workspace_integration_id: integrationId,
    remote_url_http: `https://github.com/acme/${slug}.git`,
    external_id: `R_${slug}`,
    external_slug: slug,
    external_org_slug: 'acme',
    default_branch: 'main',
    ...more,
  }
}

export interface Made {
  project: { id: number; default_branch_id: number }
  branch: { id: number; slug: string }
  job_id: string
}

/** Makes a project from a repository that its host showed to its maker, for good. */
export async function fromRepository(
  world: World,
  who: Person,
  workspaceId: number,
  repository: Repository,
): Promise<Made> {
  const { forget } = await showRepository(world.db, who.id, repository)
  const made = await world.answer<Made>(who, `create_project($1, $2, p_type => 'vcs', p_repository => $3)`, [
    workspaceId,
    `Project ${repository.external_id}`,
    JSON.stringify(repository),
  ])
  await forget()
  return made
}

/** Writes down that the webhook of a project is installed, with the project's own secret or with that of the integration. */
export async function hasWebhook(world: World, projectId: number, hasOwnSecret = true): Promise<void> {
  await world.db.query(
    `update public.project_repositories set webhook_external_id = '7', webhook_installed_at = now(),
       webhook_has_own_secret = $2 where project_id = $1`,
    [projectId, hasOwnSecret],
  )
}

/** Makes a project whose content scripts push. */
export function aScriptedProject(world: World, who: Person, workspaceId: number): Promise<Made> {
  return world.answer<Made>(who, "create_project($1, $2, p_visibility => 'private', p_type => 'cli')", [
    workspaceId,
    `Scripted ${++number}`,
  ])
}

/** Makes a branch without content; the default one is published. */
export async function aBranch(
  world: World,
  projectId: number,
  name: string,
  isDefault = false,
): Promise<number> {
  const { rows } = await world.db.query(
    `insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, $2, $2, $3, $3) returning id`,
    [projectId, name, isDefault],
  )
  return Number(rows[0].id)
}

/** The branches of a project, by name. */
export async function branchesOf(world: World, projectId: number) {
  const { rows } = await world.db.query(
    'select slug, is_default, is_published from public.branches where project_id = $1 order by slug',
    [projectId],
  )
  return rows
}

/** The tasks of a project, the newest first. */
export async function tasksOf(world: World, projectId: number) {
  const { rows } = await world.db.query(
    `select task_id, source, status, event, branch_ref, commit_hash, job_id from public.task_logs
     where project_id = $1 order by created_at desc, job_id`,
    [projectId],
  )
  return rows
}
