// What the Studio asks the database for, and by what it changes files.
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { useRead } from '../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled } from '../../shared/data/realtime.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useSessionState, useWorkspace } from '../../shared/data/workspace.tsx'
import type { CommitFile, StudioOpening } from './model.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    open_studio: StudioOpening
    append_updates: RowOf<'kept_update'>[]
    updates_after: RowOf<'document_update', 'author_id'>[]
    publish_working_copy: RowOf<'queued_import'>
    create_version: RowOf<'branch_name'>
    commit_files: CommitFile[]
  }
}

liveKeys({
  documents: [['studio-documents']],
  projects: [['studio']],
  branches: [['studio'], ['studio-branches']],
  commits: [['studio-commits']],
})

const pollMs = 30_000
/** Rows that one answer of the database holds. */
const pageSize = 1000

/** How a project opens: what the screen is, and what may be done there. */
export function useOpening(projectSlug: string, branchSlug: string | undefined) {
  const workspace = useWorkspace()
  const isKnown = useIsKnown()
  return useRead({
    enabled: isKnown,
    key: ['studio', { projectSlug, branchSlug }],
    read: () =>
      rpc('open_studio', {
        p_project_slug: projectSlug,
        p_workspace_id: workspace.id,
        ...(branchSlug !== undefined && { p_branch_slug: branchSlug }),
      }),
    staleTime: 0,
  })
}

/** Whether it is known who asks: what visitors are answered must not be shown to who is about to be signed in. */
function useIsKnown(): boolean {
  return useSessionState().status !== 'loading'
}

const columns =
  'id,path,kind,hash,published_path,size,eol,bom,epoch,seq,changed,base_moved,moved_hash,updated_at,updated_by,deleted_at'

/** The files of a working copy, deleted ones of the last days among them, by path. */
export function useFiles(branchId: number, projectId: number) {
  const isKnown = useIsKnown()
  return useRead({
    enabled: isKnown,
    key: ['studio-documents', { branchId }],
    read: async () => {
      const files = []
      for (let from = 0; ; from += pageSize) {
        const page = await unwrap(
          supabase
            .from('documents')
            .select(columns)
            .eq('branch_id', branchId)
            .order('path')
            .order('id')
            .range(from, from + pageSize - 1),
        )
        files.push(...page)
        if (page.length < pageSize) return files
      }
    },
    refetchInterval: usePolled(projectTopic(projectId), pollMs),
  })
}

/** The versions or branches of a project, the default one first. */
export function useBranches(projectId: number) {
  return useRead({
    key: ['studio-branches', { projectId }],
    read: () =>
      unwrap(
        supabase
          .from('branches')
          .select('id,name,slug,is_default,is_published,last_analyzed_at')
          .eq('project_id', projectId)
          .order('is_default', { ascending: false })
          .order('name')
          .limit(500),
      ),
  })
}

/** The newest states of a branch that were published. */
export function useCommits(branchId: number) {
  return useRead({
    key: ['studio-commits', { branchId }],
    read: () =>
      unwrap(
        supabase
          .from('commits')
          .select('sha,parent_sha,message,author_name,committed_at,created_at,analyzed_at')
          .eq('branch_id', branchId)
          .order('created_at', { ascending: false })
          .limit(100),
      ),
    staleTime: 0,
  })
}

/** The files of such a state; empty where they are not kept. */
export function useCommitFiles(branchId: number, sha: string | null) {
  return useRead({
    key: ['studio-commit-files', { branchId, sha }],
    read: sha === null ? null : () => rpc('commit_files', { p_branch_id: branchId, p_sha: sha }),
  })
}

const failure = (error: unknown) => messageOf(error)
const changes = ['studio-documents', 'studio']

export interface NewFile {
  path: string
  text?: string
  /** Name of an object in the bucket for uploads. */
  upload?: string
}

/** Makes files; whoever calls shows what is refused. */
export function useCreateFiles(branchId: number) {
  return useChange({
    run: (files: NewFile[]) =>
      rpc('create_documents', { p_branch_id: branchId, p_files: files.map((file) => ({ ...file })) }),
    changes,
  })
}

export interface Move {
  id: string
  path: string
}

/** Gives files other paths. */
export function useMoveFiles(branchId: number) {
  return useChange({
    run: (moves: Move[]) =>
      rpc('move_documents', { p_branch_id: branchId, p_moves: moves.map((move) => ({ ...move })) }),
    changes,
  })
}

export function useDeleteFiles() {
  return useChange({ run: (ids: string[]) => rpc('delete_documents', { p_ids: ids }), changes, failure })
}

/** Brings deleted files back. */
export function useRestoreFiles() {
  return useChange({ run: (ids: string[]) => rpc('restore_documents', { p_ids: ids }), changes, failure })
}

interface Replacement {
  id: string
  name: string
  /** Brings the bytes to the place for uploads; answers their name there. */
  upload: () => Promise<string>
}

/** Gives a file that is no text other bytes. */
export function useReplaceFile() {
  return useChange({
    run: async ({ id, upload }: Replacement) =>
      rpc('replace_document', { p_document_id: id, p_upload: await upload() }),
    changes,
    success: (_made, { name }) => `${name} was replaced.`,
    failure,
  })
}

/** Sets files back to what was last published. */
export function useDiscardChanges() {
  return useChange({ run: (ids: string[]) => rpc('discard_changes', { p_ids: ids }), changes })
}

/** Opens a blocked file again, with its last good state. */
export function useRecoverFile() {
  return useChange({
    run: (id: string) => rpc('recover_document', { p_document_id: id }),
    changes,
    success: 'The file is back in its last good state.',
    failure,
  })
}

/** Makes the working copy the content of its branch; the id of the job. */
export function usePublish(branchId: number) {
  return useChange({
    run: (message: string) => rpc('publish_working_copy', { p_branch_id: branchId, p_message: message }),
    changes: [...changes, 'tasks', 'docs-project'],
  })
}

export function createVersion(projectId: number, name: string, from: number) {
  return rpc('create_version', { p_project_id: projectId, p_name: name, p_from_branch_id: from })
}

/** What a new version changes of what is read. */
export const versionLists = ['studio-branches', 'docs-project', 'settings-branches']

/** Makes the working copy what it was in a published state. */
export function useRestoreCommit(branchId: number) {
  return useChange({
    run: (sha: string) => rpc('restore_commit', { p_branch_id: branchId, p_sha: sha }),
    changes,
  })
}

export interface PublishTask {
  status: 'queued' | 'running' | 'success' | 'failed'
  payload: { error?: { message: string; file?: string; line?: number } }
}

liveKeys({ task_logs: [['studio-task']] })

/** How the analysis of what was published goes. */
export function usePublishTask(jobId: string | null, projectId: number) {
  const poll = usePolled(projectTopic(projectId), 1_000)
  return useRead({
    key: ['studio-task', { jobId }],
    read:
      jobId === null
        ? null
        : async () =>
            (
              await unwrap(
                supabase
                  .from('task_logs')
                  .select('status,payload')
                  .eq('job_id', jobId)
                  .overrideTypes<PublishTask[], { merge: false }>(),
              )
            )[0] ?? null,
    refetchInterval: poll,
  })
}
