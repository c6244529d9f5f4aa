// What is made of what a Git host has for the caller.
import {
  type GitIntegration,
  type HostRepository,
  hostPath,
} from '../../../shared/connections/repositories.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import type { BulkAnswer } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import type { ProjectInput } from '../queries.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    create_projects: BulkAnswer<string, { id: number; slug: string; job_id: string | null }>
  }
}

export interface NewRepository {
  organization: string | null
  name: string
  slug: string
  visibility: string
}

/** Makes a repository at the host. */
export function createRepository(integration: GitIntegration, json: NewRepository) {
  return callAsMe<HostRepository>(hostPath(integration, 'repositories'), { method: 'POST', json })
}

/** What a project is to be made of, and how. */
export interface RepositoryProject {
  repository: HostRepository
  input: ProjectInput
  inviteCommitters: boolean
}

/** Makes projects of repositories, each for itself: one that is refused takes no other along. */
export async function createGitProjects(
  workspaceId: number,
  integration: GitIntegration,
  projects: readonly RepositoryProject[],
) {
  const drafts = projects.map(({ repository, input, inviteCommitters }) => ({
    name: input.name,
    visibility: input.visibility,
    flavor: input.flavour,
    type: 'vcs',
    group_id: input.groupId,
    icon_name: input.iconName,
    icon_color: input.iconColour,
    auto_invite_committers: inviteCommitters,
    repository: {
      workspace_integration_id: integration.workspace_integration_id,
      external_id: repository.external_id,
    },
  }))
  return (await rpc('create_projects', { p_workspace_id: workspaceId, p_projects: drafts })).results
}
