// The working copies of a project of the world.
import { gzipSync } from 'node:zlib'
import { firstState } from '../../../editing/documents/state.ts'
import type { One } from './world.ts'

export interface StudioThings {
  documentId: string
  threadId: number
  /** By somebody who tries no door; it mentions everybody. */
  commentId: number
}

/** Opens a branch in the Studio, with a commit that can be restored; answers a document of it, opened too, and what is said about it. */
export async function openInStudio(one: One, workspaceId: number, branchId: number): Promise<StudioThings> {
  await one(
    'insert into private.working_copies (branch_id, workspace_id) values ($1, $2) returning branch_id',
    [branchId, workspaceId],
  )
  await one(
    `insert into public.documents (branch_id, project_id, workspace_id, path, published_path, hash, size)
     select f.branch_id, b.project_id, f.workspace_id, f.path, f.path, f.hash, 2
     from public.branch_files f join public.branches b on b.id = f.branch_id where b.id = $1 returning id`,
    [branchId],
  )
  const { id } = await one<{ id: string }>(
    `insert into public.documents (branch_id, project_id, workspace_id, path)
     select b.id, b.project_id, $2, 'docs/draft.md' from public.branches b where b.id = $1 returning id`,
    [branchId, workspaceId],
  )
  await one(
    'insert into private.document_snapshots (document_id, epoch, seq, state, trimmed_seq) values ($1, 1, 0, $2, 0) returning seq',
    [id, gzipSync(firstState('draft'))],
  )
  await one(
    `insert into public.commits (branch_id, sha, project_id, workspace_id, analyzed_at)
     select b.id, '0123456789abcdef', b.project_id, $2, now() from public.branches b where b.id = $1 returning sha`,
    [branchId, workspaceId],
  )
  await one(
    `insert into private.commit_files (branch_id, sha, path, workspace_id, hash)
     select f.branch_id, '0123456789abcdef', f.path, f.workspace_id, f.hash from public.branch_files f where f.branch_id = $1 returning path`,
    [branchId],
  )
  await one(`update public.branches set commit_hash = '0123456789abcdef' where id = $1 returning id`, [
    branchId,
  ])
  await one(
    `insert into public.document_commits (branch_id, project_id, workspace_id, message, base_commit, status)
     select b.id, b.project_id, $2, 'Say it anew', '0123456789abcdef', 'failed' from public.branches b where b.id = $1 returning id`,
    [branchId, workspaceId],
  )
  await one(
    `insert into public.branch_remotes (branch_id, project_id, workspace_id, base_commit)
     select b.id, b.project_id, $2, '0123456789abcdef' from public.branches b where b.id = $1 returning branch_id`,
    [branchId, workspaceId],
  )
  // Something is told on each of its channels.
  for (const topic of [`document:${id}`, `studio:${branchId}`])
    await one(`select realtime.send('{}', 'told', $1, true)`, [topic])
  return { documentId: id, ...(await sayAbout(one, id)) }
}

async function sayAbout(one: One, documentId: string): Promise<Omit<StudioThings, 'documentId'>> {
  const { id: threadId } = await one<{ id: number }>(
    `insert into public.comment_threads (branch_id, project_id, workspace_id, document_id, path, anchor)
     select d.branch_id, d.project_id, d.workspace_id, d.id, d.path, '{}' from public.documents d where d.id = $1 returning id`,
    [documentId],
  )
  const { id: commentId } = await one<{ id: number }>(
    `insert into public.comments (thread_id, branch_id, project_id, workspace_id, key, text)
     select t.id, t.branch_id, t.project_id, t.workspace_id, gen_random_uuid(), 'Is this right?'
     from public.comment_threads t where t.id = $1 returning id`,
    [threadId],
  )
  await one(
    `insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id)
     select c.id, u.id, c.thread_id, c.branch_id from public.comments c, public.users u where c.id = $1 returning comment_id`,
    [commentId],
  )
  return { threadId, commentId }
}
