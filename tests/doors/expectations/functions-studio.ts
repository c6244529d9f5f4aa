// Calls of the Studio: they are about a draft, whose working copy is read by who reads drafts.
import { both, type Place, person, project, type Rule, reads } from '../support/callers.ts'
import type { World } from '../support/world.ts'
import type { Args, FunctionCells } from './functions.ts'

const here = (w: World, at: Place) => w.projects[at] as World['projects'][string]
const writes = project('project_contents_update')
/** A workspace token reads documentation, not what is being written. */
export const readsDrafts: Rule = both(project('project_unpublished_branch_read'), person)

const cell = (
  name: string,
  may: Rule,
  args: (w: World, at: Place) => Args,
  more: Partial<FunctionCells> = {},
): FunctionCells => ({ name, in: 'project', may, args, knows: readsDrafts, ...more })

const onDraft =
  (more: (documentId: string) => Args = () => ({})) =>
  (w: World, at: Place): Args => ({
    p_branch_id: here(w, at).branches.draft,
    ...more(here(w, at).documentId),
  })
const ofDocument =
  (more: Args = {}) =>
  (w: World, at: Place): Args => ({ p_document_id: here(w, at).documentId, ...more })
const inThread =
  (more: Args = {}) =>
  (w: World, at: Place): Args => ({ p_thread_id: here(w, at).threadId, ...more })
const documents = (w: World, at: Place): Args => ({ p_ids: [here(w, at).documentId] })

export const studioFunctions: FunctionCells[] = [
  // Whoever may not open it is told so by the mode.
  cell(
    'open_studio',
    () => true,
    (w, at) => ({ p_project_slug: `doors-${at}`, p_workspace_id: w.workspaceId }),
    {
      anon: true,
    },
  ),
  cell(
    'create_documents',
    writes,
    onDraft(() => ({ p_files: [{ path: 'new.md', text: '' }] })),
  ),
  cell(
    'move_documents',
    writes,
    onDraft((id) => ({ p_moves: [{ id, path: 'moved.md' }] })),
  ),
  cell('delete_documents', writes, documents),
  cell('restore_documents', writes, documents),
  cell('discard_changes', writes, documents),
  cell('replace_document', writes, ofDocument({ p_upload: 'nothing' })),
  cell('resolve_documents', writes, (w, at) => ({ ...documents(w, at), p_hashes: ['07'.repeat(32)] })),
  cell(
    'append_updates',
    writes,
    ofDocument({ p_epoch: 1, p_updates: [{ key: crypto.randomUUID(), update: 'AAA=' }] }),
  ),
  cell('recover_document', writes, ofDocument()),
  cell('updates_after', readsDrafts, ofDocument({ p_epoch: 1, p_seq: 0 })),
  cell('document_reading', readsDrafts, ofDocument(), { anon: true }),
  cell('publish_working_copy', writes, onDraft()),
  cell(
    'commit_documents',
    writes,
    onDraft((id) => ({ p_message: 'Say it anew', p_ids: [id] })),
  ),
  cell('look_at_host', writes, onDraft()),
  cell('pull_branch', writes, onDraft()),
  cell(
    'restore_commit',
    writes,
    onDraft(() => ({ p_sha: '0123456789abcdef' })),
  ),
  cell(
    'commit_files',
    readsDrafts,
    onDraft(() => ({ p_sha: '0123456789abcdef' })),
    { lists: true },
  ),
  cell('branch_comments', readsDrafts, onDraft()),
  cell('mentionable_people', readsDrafts, onDraft()),
  cell('start_comment', readsDrafts, ofDocument({ p_anchor: {}, p_quote: 'draft', p_text: 'Really?' })),
  cell('thread_comments', readsDrafts, inThread()),
  cell('reply_to_thread', readsDrafts, inThread({ p_text: 'Yes.' })),
  cell('read_mentions', readsDrafts, inThread()),
  cell('resolve_thread', readsDrafts, inThread()),
  // What another has said is nobody else's to change; who administers the project may take it away.
  cell(
    'edit_comment',
    () => false,
    (w, at) => ({ p_comment_id: here(w, at).commentId, p_text: 'No.' }),
  ),
  cell('delete_comment', project('project_update'), (w, at) => ({ p_comment_id: here(w, at).commentId })),
  cell('place_comments', writes, (w, at) => ({
    p_document_id: here(w, at).documentId,
    p_epoch: 1,
    p_anchors: [{ id: here(w, at).threadId, anchor: { path: [] } }],
  })),
  cell(
    'create_version',
    project('project_branch_create_delete'),
    (w, at) => ({
      p_project_id: here(w, at).id,
      p_name: 'another',
      p_from_branch_id: here(w, at).branches.draft,
    }),
    { knows: reads },
  ),
]
