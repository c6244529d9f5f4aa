// A proposal of a project of the world, with a node, a review and something said about it: by somebody who tries no door.
import type { One } from './world.ts'

export interface ProposalThings {
  proposalId: number
  proposalThreadId: number
  proposalCommentId: number
}

/** Proposes the draft for the published branch. */
export async function propose(
  one: One,
  branches: { main: number; draft: number },
  authorId: number,
): Promise<ProposalThings> {
  const { id: proposalId } = await one(
    `insert into public.proposals (workspace_id, project_id, branch_id, branch_name, branch_slug, baseline_branch_id, baseline_name, title, author_id)
     select p.workspace_id, p.id, b.id, b.name, b.slug, $2, 'main', 'Say it anew', $3
     from public.branches b join public.projects p on p.id = b.project_id where b.id = $1 returning id`,
    [branches.draft, branches.main, authorId],
  )
  await one(
    `insert into private.proposal_nodes (proposal_id, position, uri, type, name, operation, semver, change_count, changes)
     values ($1, 0, '/op12345678-list', 'http_operation', 'List narwhals', 'updated', 'major', 0, '[]') returning uri`,
    [proposalId],
  )
  const { id: proposalThreadId } = await one(
    'insert into private.proposal_threads (proposal_id) values ($1) returning id',
    [proposalId],
  )
  const { id: proposalCommentId } = await one(
    `insert into private.proposal_comments (thread_id, proposal_id, key, text) values ($1, $2, gen_random_uuid(), 'Really?') returning id`,
    [proposalThreadId, proposalId],
  )
  await one(
    `insert into private.proposal_suggestions (comment_id, path, original, before, after, replacement)
     values ($1, 'api.yaml', 'narwhals', 'List ', '', 'whales') returning path`,
    [proposalCommentId],
  )
  return { proposalId, proposalThreadId, proposalCommentId }
}
