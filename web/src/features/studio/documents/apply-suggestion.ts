// Takes a suggestion of a proposal over into the working copy of its branch, by the way that typing takes.
import { textName } from '../../../../../editing/documents/bounded.ts'
import { documentOf, textOf } from '../../../../../editing/documents/state.ts'
import { changeForSuggested, type Suggested } from '../../../../../editing/places/suggestion.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { rpc, supabase, unwrap } from '../../../shared/data/supabase.ts'
import { Refusal } from './server.ts'
import { documentsOf } from './supabase-server.ts'
import { toBase64 } from './wire.ts'

export interface AppliedSuggestion extends Suggested {
  commentId: number
  path: string
  replacement: string
}

export interface SuggestionPlace {
  workspaceId: number
  projectId: number
  projectSlug: string
  branchSlug: string
}

/** What became of it: why it cannot be applied; or that it is, and which commit takes it to the Git host. */
export type Applied = { reason: string } | { commitId: string | null }

const outdated = 'The text that it is about has changed.'
/** Somebody who types in the same file has usually written between two of them. */
const attempts = 4

/**
 * Applies a suggestion as one edit, which the server commits where the file has no other changes. Rejects with what it refuses
 * to apply; what it does not commit is left to the Studio.
 */
export async function applySuggestion(
  place: SuggestionPlace,
  suggestion: AppliedSuggestion,
): Promise<Applied> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await applyOnce(place, suggestion)
    } catch (error) {
      // What was typed meanwhile is looked at anew; the last refusal is told.
      if (left === 0 || !(error instanceof ApiProblem && error.status === 409)) throw error
    }
  }
}

async function applyOnce(
  { workspaceId, projectId, projectSlug, branchSlug }: SuggestionPlace,
  { commentId, path, replacement, ...suggested }: AppliedSuggestion,
): Promise<Applied> {
  const opening = await rpc('open_studio', {
    p_project_slug: projectSlug,
    p_branch_slug: branchSlug,
    p_workspace_id: workspaceId,
  })
  if (opening.mode !== 'readWrite' || !opening.branch)
    return { reason: opening.message ?? 'You cannot change this branch in the Studio.' }
  const [document] = await unwrap(
    supabase
      .from('documents')
      .select('id')
      .eq('branch_id', opening.branch.id)
      .eq('path', path)
      .is('deleted_at', null),
  )
  if (!document) return { reason: outdated }
  const opened = await documentsOf(projectId, branchSlug)
    .load(document.id)
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error.message
      throw error
    })
  if (typeof opened === 'string') return { reason: opened }
  const doc = documentOf(
    opened.snapshot,
    opened.updates.map(({ update }) => update),
  )
  const change = changeForSuggested(textOf(doc), suggested, replacement)
  if (!change) return { reason: outdated }
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  doc.transact(() => {
    const letters = doc.getText(textName)
    letters.delete(change.from, change.to - change.from)
    if (change.insert !== '') letters.insert(change.from, change.insert)
  })
  const [update] = updates
  if (!update) return { reason: outdated }
  const commitId = await rpc('apply_proposal_suggestion', {
    p_comment_id: commentId,
    p_document_id: document.id,
    p_epoch: opened.epoch,
    p_seq: opened.updates.at(-1)?.seq ?? opened.seq,
    p_key: crypto.randomUUID(),
    p_update: toBase64(update),
  })
  return { commitId }
}
