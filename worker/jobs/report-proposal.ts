// Job `report_proposal`: the Git host hears where a proposal stands, by a status of its commit.
import type { Task } from 'graphile-worker'
import { gitClient } from '../../supabase/functions/_shared/git/client.ts'
import type { Context } from '../context.ts'
import { PASSING } from '../git/follow.ts'
import { sourceIfAny } from '../git/source.ts'
import { workspaceUrl } from '../mail/urls.ts'

interface Row {
  project_id: string
  status: 'open' | 'merging' | 'merged' | 'closed'
  branch_slug: string
  commit: string | null
  /** The first check that holds it up or is not done, in words. */
  missing: string | null
  pending: boolean
}

/** The graphile-worker task; payload `{proposal_id}`. Said twice, both say the same. A host that does not take it costs nothing but the status. */
export function reportProposal(context: Context): Task {
  return async (payload, { job }) => {
    const { proposal_id: id } = payload as { proposal_id: number }
    const { rows } = await context.db.query<Row>(
      `select o.project_id, o.status, o.branch_slug, b.commit_hash as commit, k.sentence as missing, coalesce(k.state = 'pending', false) as pending
       from public.proposals o
       left join public.branches b on b.id = o.branch_id
       left join lateral (
         select c.sentence, c.state from private.proposal_checks(o) c where o.status = 'open' and c.state in ('failed', 'pending')
         order by c.state limit 1) k on true
       where o.id = $1`,
      [id],
    )
    const [proposal] = rows
    if (!proposal || !/^[0-9a-f]{40,64}$/.test(proposal.commit ?? '')) return
    const source = await sourceIfAny(context, proposal.project_id)
    if (!source?.access || !source.commitStatuses) return
    const { workspace, project } = source
    const url = `${workspaceUrl(context.config, workspace.slug)}/proposals/${encodeURIComponent(project.slug)}/branches/${encodeURIComponent(proposal.branch_slug)}`
    const outcome = await gitClient(source.settings, source.access).setCommitStatus(
      source.repository,
      proposal.commit ?? '',
      {
        state: proposal.missing === null ? 'success' : proposal.pending ? 'pending' : 'failure',
        context: `waymark/${project.slug}/proposal`,
        description: descriptionOf(proposal),
        url,
      },
    )
    if (outcome.ok) return
    context.log('warn', 'a Git host did not take the status of a proposal', {
      proposal: id,
      reason: outcome.failure.reason,
    })
    if (PASSING.includes(outcome.failure.reason) && job.attempts < job.max_attempts)
      throw new Error(`The Git host did not take the status: ${outcome.failure.reason}`)
  }
}

function descriptionOf({ status, missing }: Row): string {
  if (status === 'merged') return 'The proposal is merged.'
  if (status === 'closed') return 'The proposal was closed.'
  return missing ?? 'The proposal can be merged.'
}
