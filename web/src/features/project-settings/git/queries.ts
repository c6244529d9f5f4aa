// Where the content of a Git project lives, and what is said at its host.
import { gitCapabilities } from '../../../../../supabase/functions/_shared/domain/git-hosts.ts'
import {
  type GitIntegration,
  installWebhook,
  repositoryAt,
} from '../../../shared/connections/repositories.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled } from '../../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'

liveKeys({
  project_repositories: [['project-repository']],
  webhook_deliveries: [['webhook-events']],
})

/** The repository of a Git project; null where the caller may not know it. */
export function useRepository(projectId: number) {
  return useRead({
    key: ['project-repository', { projectId }],
    read: () =>
      unwrap(
        supabase
          .from('project_repositories')
          .select(
            'workspace_integration_id,remote_url_http,external_slug,external_org_slug,default_branch,commit_statuses,pull_request_comments,webhook_installed_at',
          )
          .eq('project_id', projectId)
          .maybeSingle(),
      ),
  })
}

/** What is read anew once a project is connected. */
export const changedByConnecting = ['project-repository', 'tasks']

/**
 * Connects a project with its host again, by an address in any form that the host shows, and has the host tell of pushes
 * where it can; whether its webhook is missing.
 */
export async function connectRepository(projectId: number, integration: GitIntegration, url: string) {
  const { external_id } = await repositoryAt(integration, url)
  await rpc('connect_repository', {
    p_project_id: projectId,
    p_workspace_integration_id: integration.workspace_integration_id,
    p_external_id: external_id,
  })
  if (!gitCapabilities[integration.kind].webhooks) return { isWebhookMissing: false }
  return installWebhook(integration, projectId).then(
    () => ({ isWebhookMissing: false }),
    () => ({ isWebhookMissing: true }),
  )
}

export interface Feedback {
  commit_statuses: boolean
  pull_request_comments: boolean
}

/** Switches what is said at the host on and off. */
export function useSetFeedback(projectId: number) {
  return useChange({
    run: (change: Partial<Feedback>) =>
      unwrap(
        supabase
          .from('project_repositories')
          .update(change)
          .eq('project_id', projectId)
          .select('project_id')
          .single(),
      ),
    changes: ['project-repository'],
    failure: (error) => messageOf(error),
  })
}

const eventsPollMs = 10_000
const mostEvents = 100

/** The webhooks that came for a project, the latest first. */
export function useWebhookEvents(projectId: number) {
  return useRead({
    key: ['webhook-events', { projectId }],
    read: () =>
      unwrap(
        supabase
          .from('webhook_deliveries')
          .select('id,event,ref,outcome,reason,received_at')
          .eq('project_id', projectId)
          .order('received_at', { ascending: false })
          .limit(mostEvents),
      ),
    refetchInterval: usePolled(projectTopic(projectId), eventsPollMs),
  })
}
