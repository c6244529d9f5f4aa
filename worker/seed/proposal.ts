// A proposal in review: a version of a project, what it is to become part of, and what its author asks.
import { contentOf, upload } from './files.ts'
import { edited } from './past.ts'
import type { Session } from './platform.ts'
import { PROPOSAL } from './story.ts'
import { analysed, eventually } from './waiting.ts'

interface Proposing {
  author: Session
  reviewerId: number
  workspaceId: number
  projectId: number
}

/** Makes the version, its proposal and what its author asks; what was merged or closed since stays as it is. */
export async function ensureProposal(place: Proposing): Promise<void> {
  const { author, reviewerId, projectId } = place
  const [held] = await author.select<{ id: number; status: string }>(
    `proposals?select=id,status&project_id=eq.${projectId}&order=id&limit=1`,
  )
  if (held && held.status !== 'open') return
  const id = held?.id ?? (await propose(author, await ensureVersion(place)))
  await author.rpc('ask_reviewer', { p_proposal_id: id, p_user_id: reviewerId, p_is_required: true })
  await eventually('The comparison of the demo proposal', async () => {
    const { items } = await author.rpc<{ items: { uri: string }[] }>('proposal_nodes', { p_proposal_id: id })
    return items.some(({ uri }) => uri === PROPOSAL.node) ? true : undefined
  })
  const said = await author.rpc<unknown[]>('proposal_discussion', { p_proposal_id: id })
  if (said.length === 0)
    await author.rpc('start_proposal_thread', {
      p_proposal_id: id,
      p_text: PROPOSAL.question,
      p_node_uri: PROPOSAL.node,
    })
}

const propose = (author: Session, branchId: number) =>
  author.rpc<number>('create_proposal', {
    p_branch_id: branchId,
    p_title: PROPOSAL.title,
    p_description: PROPOSAL.description,
  })

async function ensureVersion({ author, workspaceId, projectId }: Proposing): Promise<number> {
  interface Held {
    id: number
    slug: string
    name: string
    is_default: boolean
    last_analyzed_at: string | null
  }
  const branches = await author.select<Held>(
    `branches?select=id,slug,name,is_default,last_analyzed_at&project_id=eq.${projectId}`,
  )
  const found = branches.find(({ name }) => name === PROPOSAL.version)
  const made =
    found ??
    (await author.rpc<{ id: number; slug: string }>('create_version', {
      p_project_id: projectId,
      p_name: PROPOSAL.version,
      p_from_branch_id: branches.find(({ is_default }) => is_default)?.id,
    }))
  // One that was cut off before its files came gets them now.
  if (!found?.last_analyzed_at)
    await author.rpc('import_files', {
      p_project_id: projectId,
      p_branch_slug: made.slug,
      p_uploads: await upload(author, workspaceId, edited(contentOf(PROPOSAL.folder), PROPOSAL.edits)),
    })
  await analysed(author, `project_id=eq.${projectId}`)
  // The working copy began as that of the other version: it takes over what came in.
  const behind = await author.select<{ id: string }>(
    `documents?select=id&branch_id=eq.${made.id}&changed=is.true&deleted_at=is.null`,
  )
  if (behind.length > 0) await author.rpc('discard_changes', { p_ids: behind.map(({ id }) => id) })
  return made.id
}
