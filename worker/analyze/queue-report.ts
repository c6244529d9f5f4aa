// What the Git host is to hear of an analysis, queued with its end.
import type { ClientBase } from 'pg'
import { MOST_LISTED, type ReportedChanges } from '../report/comment.ts'
import type { Comparison } from './compare.ts'

/**
 * Queues the report of an analysis, if the project reports anything. A commit that was read again, with nothing else than
 * before, keeps the status that it has: compared with itself it would break nothing. What waits for hosts has one place for
 * each workspace: a slow host of one keeps nobody else waiting. It waits for the lint, whose end calls it (private.finish_lint);
 * one that does not come to its end is not waited for longer than ten minutes. What the project reports, and where its
 * repository is, is asked again when it is sent: the integration says whether that is still the same one.
 */
export async function queueReport(
  db: Pick<ClientBase, 'query'>,
  { jobId }: { jobId: string },
  comparisons: Comparison[],
): Promise<void> {
  const against = (which: Comparison['with']) => comparisons.find((comparison) => comparison.with === which)
  // What a branch would bring, or what a push to the default one has brought.
  const comparison = against('default') ?? against('previous')
  const isAsBefore = comparison?.with === 'previous' && comparison.changes.length === 0
  await db.query(
    `select graphile_worker.add_job('report_to_host', json_build_object('job_id', t.job_id, 'integration_id', r.workspace_integration_id, 'changes', $2::json),
       queue_name => 'hosts:' || p.workspace_id, job_key => 'report_to_host:' || t.job_id, max_attempts => 5,
       run_at => case when t.status = 'success' and private.lint_state(t.branch_id) = 'outdated' then now() + interval '10 minutes' end)
     from public.task_logs t join public.project_repositories r on r.project_id = t.project_id
     join public.projects p on p.id = t.project_id
     where t.job_id = $1 and t.source = 'git'
       and (r.pull_request_comments and t.pull_request is not null and private.tells_pull_request(t.event)
         or r.commit_statuses and not ($3::boolean and exists (
           select from public.task_logs o where o.branch_id = t.branch_id and o.job_id <> t.job_id
             and o.source = 'git' and o.status = 'success' and o.commit_hash = t.commit_hash)))`,
    [jobId, comparison ? JSON.stringify(reported(comparison)) : null, isAsBefore],
  )
}

function reported({ changes }: Comparison): ReportedChanges {
  const counts = { breaking: 0, added: 0, fixed: 0 }
  const listed: ReportedChanges['listed'] = []
  for (const { group, operation, uri, message } of changes) {
    counts[group] += 1
    const subject = operation ? `${operation.method} ${operation.path}` : uri
    if (counts[group] <= MOST_LISTED)
      listed.push({ group, subject: subject.slice(0, 300), message: message.slice(0, 300) })
  }
  return { counts, listed }
}
