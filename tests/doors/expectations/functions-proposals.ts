// Calls of proposals: read by who may create projects and reads the drafts of that project.
import {
  both,
  member,
  nobody,
  type Place,
  person,
  project,
  type Rule,
  readsPublished,
  workspace,
} from '../support/callers.ts'
import type { World } from '../support/world.ts'
import type { Args, FunctionCells } from './functions.ts'

const here = (w: World, at: Place) => w.projects[at] as World['projects'][string]
const creates = workspace('WorkspaceProjectsCreate')
export const readsProposals: Rule = both(both(project('project_unpublished_branch_read'), creates), person)
const writes = both(project('project_contents_update'), creates)

const cell = (
  name: string,
  may: Rule,
  args: (w: World, at: Place) => Args,
  more: Partial<FunctionCells> = {},
): FunctionCells => ({ name, in: 'project', may, args, knows: readsProposals, ...more })

const of =
  (more: Args | ((w: World) => Args) = {}) =>
  (w: World, at: Place): Args => ({
    p_proposal_id: here(w, at).proposalId,
    ...(typeof more === 'function' ? more(w) : more),
  })
const inThread =
  (more: Args = {}) =>
  (w: World, at: Place): Args => ({ p_thread_id: here(w, at).proposalThreadId, ...more })
const comment =
  (more: Args = {}) =>
  (w: World, at: Place): Args => ({ p_comment_id: here(w, at).proposalCommentId, ...more })

export const proposalFunctions: FunctionCells[] = [
  { name: 'list_proposals', in: 'workspace', may: creates, args: (w) => ({ p_workspace_id: w.workspaceId }) },
  cell(
    'proposal_at',
    readsProposals,
    (w, at) => ({ p_workspace_id: w.workspaceId, p_project_slug: `doors-${at}`, p_branch_slug: 'draft' }),
    { lists: true },
  ),
  // Main can be proposed for nothing but another branch.
  cell(
    'create_proposal',
    writes,
    (w, at) => ({
      p_branch_id: here(w, at).branches.main,
      p_title: 'New',
      p_baseline_branch_id: here(w, at).branches.draft,
    }),
    { knows: both(readsPublished, person) },
  ),
  // Nothing here is linted, so nothing is fixed; who may where it is, tests/db/rule-fixes.test.ts tries.
  cell(
    'propose_rule_fixes',
    nobody,
    (w, at) => ({ p_workspace_id: w.workspaceId, p_rule: 'named', p_project_ids: [here(w, at).id] }),
    { knows: (who, at) => member(who, at) && (!creates(who, at) || project('project_read')(who, at)) },
  ),
  cell('update_proposal', writes, of({ p_title: 'Otherwise' })),
  cell('close_proposal', writes, of()),
  cell('reopen_proposal', writes, of()),
  cell(
    'ask_reviewer',
    writes,
    of((w) => ({ p_user_id: w.people.aide.id })),
  ),
  cell(
    'unask_reviewer',
    writes,
    of((w) => ({ p_user_id: w.people.aide.id })),
  ),
  cell('review_proposal', readsProposals, of({ p_verdict: 'approved', p_content_hash: 'hash' })),
  cell('withdraw_review', readsProposals, of()),
  cell('proposal_nodes', readsProposals, of()),
  cell('proposal_impact', readsProposals, of()),
  cell('proposal_merge', readsProposals, of()),
  cell('proposal_lint', readsProposals, of()),
  cell('merge_proposal', writes, of({ p_content_hash: 'x', p_baseline_content_hash: 'y' })),
  cell('proposal_discussion', readsProposals, of()),
  cell('proposal_people', readsProposals, of()),
  cell('start_proposal_thread', readsProposals, of({ p_text: 'Really?' })),
  cell('reply_to_proposal_thread', readsProposals, inThread({ p_text: 'Yes.' })),
  cell('resolve_proposal_thread', readsProposals, inThread()),
  // What another has said is nobody else's to change; who administers the project may take it away.
  cell('edit_proposal_comment', nobody, comment({ p_text: 'No.' })),
  cell('apply_proposal_suggestion', writes, (w, at) => ({
    p_comment_id: here(w, at).proposalCommentId,
    p_document_id: here(w, at).documentId,
    p_epoch: 1,
    p_seq: 0,
    p_key: crypto.randomUUID(),
    p_update: 'AAA=',
  })),
  cell('delete_proposal_comment', both(project('project_update'), creates), comment()),
]
