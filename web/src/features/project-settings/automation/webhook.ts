// The webhook of a project at its Git host, and who commits there: both by the caller's account at the host.
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'

/** Installs the webhook, or removes it; the section shows what is refused. */
export function useSetWebhook(projectId: number, integrationId: number) {
  return useChange({
    run: (isInstalled: boolean) =>
      callAsMe(`/vcs-integrations/${encodeId('wkintg', integrationId)}/webhooks`, {
        method: isInstalled ? 'POST' : 'DELETE',
        json: { project_id: encodeId('prj', projectId) },
      }),
    changes: ['project-repository'],
    success: (_done, isInstalled) => (isInstalled ? 'Webhook installed' : 'Webhook removed'),
  })
}

export interface Committer {
  name: string
  email: string
  /** Whether the address is that of a member or of somebody who was invited. */
  project_invite_created: boolean
  is_member: boolean
}

liveKeys({ project_members: [['committers']], workspace_invitations: [['committers']] })

/** Who wrote the newest commits of the repository. */
export function useCommitters(projectId: number) {
  return useRead({
    key: ['committers', { projectId }],
    read: async () => {
      const path = `/projects/${encodeId('prj', projectId)}/contributors`
      return (await callAsMe<{ items: Committer[] }>(path)).items
    },
    // The host is asked: once a visit, and not again for what cannot be had.
    retry: false,
  })
}

/** Invites a committer to the project as an editor. */
export function useInviteCommitter(projectId: number) {
  return useChange({
    run: ({ email }: Committer) =>
      rpc('add_project_member', { p_project_id: projectId, p_email: email, p_role: 'editor' }),
    changes: ['committers', 'project-access'],
    success: 'Member(s) Added Successfully!',
    failure: 'Error adding members',
  })
}

/** Switches on or off that authors of commits are invited. */
export function useSetAutoInvite(projectId: number) {
  return useChange({
    run: (isOn: boolean) =>
      unwrap(
        supabase
          .from('projects')
          .update({ auto_invite_committers: isOn })
          .eq('id', projectId)
          .select('id')
          .single(),
      ),
    changes: ['settings-project'],
    success: 'Project updated',
    failure: (error) => messageOf(error, 'Something went wrong, please try again'),
  })
}
