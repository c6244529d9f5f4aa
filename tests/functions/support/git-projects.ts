// Projects that live in Git, and what is in their workspace.

import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { type ShownRepository, showRepository } from '../../support/host-repository.ts'
import type { StackInfo } from '../../support/stack.ts'
import { call } from './call.ts'
import { anIntegration } from './integrations.ts'
import { sql, unique, type Workspace } from './people.ts'

export interface GitProject {
  id: string
  integrationId: string
}

/** A project with a repository at a host that nobody asks. */
export async function aGitProject(stack: StackInfo, workspace: Workspace): Promise<GitProject> {
  const host = `https://${unique('git')}.example`
  const integration = await anIntegration(stack, workspace, {
    kind: 'gitlab',
    name: unique('GitLab'),
    config_type: 'custom',
    config: { hostUrl: host, apiUrl: `${host}/api/v4`, clientId: 'id' },
    secrets: { clientSecret: 'secret' },
  })
  const id = await projectFrom(stack, workspace, unique('To-dos'), {
    workspace_integration_id: integration.id,
    remote_url_http: `${host}/acme/todos.git`,
    external_id: unique('repo'),
    external_slug: 'todos',
    external_org_slug: 'acme',
    default_branch: 'main',
  })
  return { id, integrationId: integration.id }
}

/** A project of the owner's, from a repository that its host is said to have shown them. */
export async function projectFrom(
  stack: StackInfo,
  { id, owner }: Workspace,
  name: string,
  repository: Omit<ShownRepository, 'workspace_integration_id'> & { workspace_integration_id: string },
): Promise<string> {
  const { workspace_integration_id, external_id } = repository
  const db = { query: async (text: string, values?: unknown[]) => ({ rows: await sql(stack, text, values) }) }
  const [person] = await sql<{ id: string }>(
    stack,
    'select user_id as id from public.emails where email = $1',
    [owner.email],
  )
  const { forget } = await showRepository(db, person?.id ?? '', {
    ...repository,
    workspace_integration_id: decodeId('wkintg', workspace_integration_id),
  })
  const answer = await call(stack, `/workspaces/${id}/projects`, {
    token: owner.token,
    json: { name, type: 'vcs', repository: { workspace_integration_id, external_id } },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  await forget()
  return answer.json<{ project: { id: string } }>().project.id
}

/** A further branch of a project, as an analysis would make it. */
export async function aBranch(stack: StackInfo, projectId: string, slug: string): Promise<void> {
  await sql(stack, 'insert into public.branches (project_id, name, slug) values ($1, $2, $2)', [
    decodeId('prj', projectId),
    slug,
  ])
}
