// Job `report_to_host`: the Git host hears how an analysis went by a commit status, and of a push or pull request by one
// comment that is updated. A host that does not take it costs the report, never the analysis.
import type { Task } from 'graphile-worker'
import { gitClient } from '../../supabase/functions/_shared/git/client.ts'
import type { GitFailure, Outcome } from '../../supabase/functions/_shared/git/outcome.ts'
import type { Context } from '../context.ts'
import { PASSING } from '../git/follow.ts'
import { type Source, sourceIfAny } from '../git/source.ts'
import { workspaceUrl } from '../mail/urls.ts'
import { commentOf, type ReportedChanges, type ReportedReferences, statusText } from '../report/comment.ts'
import { isHeldByLint, type ReportedLint } from '../report/lint.ts'
import { addLine } from './analyze-log.ts'

interface Payload {
  job_id: string
  /** By which the repository was connected then. A connection lasts as long as its integration; nothing in what was queued before it was named. */
  integration_id?: number | null
  changes: ReportedChanges | null
}

interface ReportRow {
  status: 'success' | 'failed'
  project_id: string
  commit_hash: string | null
  /** What is merged is told of by its branch's commit alone. */
  pull_request: { number: number } | null
  broken: number
  /** On the default branch, as it was analysed last. */
  broken_there: number
  /** Of a branch beside the default one that is there. */
  branch_slug: string | null
  lint: ReportedLint | null
}

/** The graphile-worker task; rejects to be retried. Said twice, both say the same. */
export function reportToHost(context: Context): Task {
  return async (payload, { job }) => {
    const { job_id: jobId, integration_id: integrationId, changes } = payload as Payload
    const { rows } = await context.db.query<ReportRow>(
      `select t.status, t.project_id, t.commit_hash, coalesce((t.payload ->> 'broken_references')::integer, 0) as broken,
         coalesce((select (o.payload ->> 'broken_references')::integer
           from public.branches d join public.task_logs o on o.branch_id = d.id
           where d.project_id = t.project_id and d.is_default and o.task_id = 'analyze' and o.status = 'success'
           order by o.created_at desc limit 1), 0) as broken_there,
         case when private.tells_pull_request(t.event) then t.pull_request end as pull_request,
         b.slug as branch_slug, case when t.status = 'success' and t.branch_id is not null then private.lint_report(t.branch_id) end as lint
       from public.task_logs t left join public.branches b on b.id = t.branch_id and not b.is_default
       where t.job_id = $1 and t.status in ('success', 'failed') and t.source = 'git'`,
      [jobId],
    )
    const [task] = rows
    if (!task) return
    const source = await sourceIfAny(context, task.project_id)
    // Numbers of requests of one repository are others in another.
    if (!source || (integrationId !== undefined && integrationId !== source.integrationId)) return
    for (const failure of await report(context, source, task, changes)) {
      context.log('warn', 'a Git host did not take a report', { job: jobId, reason: failure.reason })
      if (PASSING.includes(failure.reason) && job.attempts < job.max_attempts)
        throw new Error(`The Git host did not take a report: ${failure.reason}`)
      await addLine(context.db, jobId, 'warn', `The Git host did not take the report: ${failure.message}`)
    }
  }
}

// What is merged is the default branch itself.
function referencesOf({ broken, broken_there, branch_slug }: ReportRow): ReportedReferences {
  return { broken, mended: branch_slug === null ? 0 : Math.max(0, broken_there - broken) }
}

async function report(
  { config }: Context,
  source: Source,
  task: ReportRow,
  changes: ReportedChanges | null,
): Promise<GitFailure[]> {
  const { access, settings, repository, workspace, project } = source
  if (!access) return []
  const client = gitClient(settings, access)
  const branch = task.branch_slug === null ? '' : `/branches/${encodeURIComponent(task.branch_slug)}`
  const url = `${workspaceUrl(config, workspace.slug)}/docs/${encodeURIComponent(project.slug)}${branch}`
  const breaking = changes?.counts.breaking ?? 0
  const isHeld = breaking + task.broken > 0 || isHeldByLint(task.lint)
  const outcomes: Outcome<unknown>[] = []
  if (source.commitStatuses && task.commit_hash)
    outcomes.push(
      await client.setCommitStatus(repository, task.commit_hash, {
        state: task.status === 'failed' ? 'error' : isHeld ? 'failure' : 'success',
        context: `waymark/${project.slug}`,
        description:
          task.status === 'failed' ? 'The analysis failed.' : statusText(breaking, task.broken, task.lint),
        url,
      }),
    )
  if (source.pullRequestComments && task.pull_request && changes)
    outcomes.push(
      await client.putComment(repository, task.pull_request.number, {
        marker: project.slug,
        text: commentOf(changes, referencesOf(task), url, task.lint),
      }),
    )
  return outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure]))
}
