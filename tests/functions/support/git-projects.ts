// Projects that live in Git, and what is in their workspace.

import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
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
  const answer = await call(stack, `/workspaces/${workspace.id}/projects`, {
    token: workspace.owner.token,
    json: {
      name: unique('To-dos'),
      type: 'vcs',
      repository: {
        workspace_integration_id: integration.id,
        remote_url_http: `${host}/acme/todos.git`,
        external_id: unique('repo'),
        external_slug: 'todos',
        external_org_slug: 'acme',
        default_branch: 'main',
      },
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return { id: answer.json<{ project: { id: string } }>().project.id, integrationId: integration.id }
}

/** A further branch of a project, as an analysis would make it. */
export async function aBranch(stack: StackInfo, projectId: string, slug: string): Promise<void> {
  await sql(stack, 'insert into public.branches (project_id, name, slug) values ($1, $2, $2)', [
    decodeId('prj', projectId),
    slug,
  ])
}
