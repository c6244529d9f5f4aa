// What a working copy leaves behind when it is published: a commit, and documents that are as published.
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { CommitDetails } from '../git/commit-details.ts'
import type { Order } from './protocol.ts'
import type { ReadDocument } from './working-copy.ts'

export interface PublishedCommit {
  sha: string
  /** False where the branch has these very files already: that is no commit. */
  isNew: boolean
  details: CommitDetails
}

/**
 * The commit that a working copy becomes. Its hash is of the files, of what was there before and of the task, so that the same
 * files after others are another commit, and another attempt of the same task is not.
 */
export async function publishedCommit(
  db: ClientBase,
  { jobId }: Order,
  branchId: string,
  content: string,
): Promise<PublishedCommit> {
  const { rows } = await db.query<{
    parent: string | null
    before: string | null
    message: string
    author: string | null
    at: Date
  }>(
    `select b.commit_hash as parent, b.content_hash as before, coalesce(p.message, '') as message, t.created_at as at,
       left(coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username), 200) as author
     from public.branches b join public.task_logs t on t.job_id = $2 left join private.publications p on p.job_id = t.job_id
     left join public.users u on u.id = t.created_by
     where b.id = $1`,
    [branchId, jobId],
  )
  const [found] = rows
  if (!found) throw new Error('The branch was deleted meanwhile.')
  const { parent, before, message, author, at } = found
  const details = { parent, message, authorName: author, authorEmail: null, committedAt: at.toISOString() }
  if (before === content && parent !== null) return { sha: parent, isNew: false, details }
  const sha = createHash('sha256')
    .update(`${parent ?? ''}\n${content}\n${jobId}`)
    .digest('hex')
  return { sha, isNew: true, details }
}

/** The documents of a branch are as published, or follow what came from elsewhere; the commit keeps its files. */
export async function settleWorkingCopy(
  db: ClientBase,
  branchId: string,
  sha: string,
  documents: ReadDocument[] | null,
): Promise<void> {
  if (documents)
    await db.query('select private.settle_documents($1, $2)', [branchId, JSON.stringify(documents)])
  else await db.query('select private.follow_branch($1)', [branchId])
  await db.query('select private.keep_commit_files($1, $2)', [branchId, sha])
}
