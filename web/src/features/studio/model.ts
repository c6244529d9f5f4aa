// What the Studio works with, in the database's terms.
import type { Database } from '../../../../supabase/functions/_shared/domain/database.gen.ts'
import type { RowOf } from '../../shared/data/rows.ts'

export type AccessMode = 'none' | 'readOnly' | 'readWrite' | 'notEditable' | 'connect'

export type StudioProject = RowOf<'studio_project', 'workspace_integration_id'>
export type StudioBranch = RowOf<'studio_branch', 'commit_hash' | 'last_analyzed_at' | 'yjs_document_id'>

export type StudioOpening = RowOf<
  'studio_opening',
  'reason' | 'message' | 'project' | 'branch' | 'view',
  { mode: AccessMode; project: StudioProject | null; branch: StudioBranch | null }
>

type DocumentRow = Database['public']['Tables']['documents']['Row']

/** A file of a working copy. */
export type StudioFile = Pick<
  DocumentRow,
  | 'id'
  | 'path'
  | 'kind'
  | 'hash'
  | 'published_path'
  | 'size'
  | 'eol'
  | 'bom'
  | 'epoch'
  | 'seq'
  | 'changed'
  | 'base_moved'
  | 'moved_hash'
  | 'updated_at'
  | 'updated_by'
  | 'deleted_at'
>

export type CommitFile = RowOf<'commit_file'>

/** How a file differs from what was last published; null for one that does not. */
export type FileChange = 'new' | 'edited' | 'moved' | 'deleted'

export function changeOf(file: StudioFile): FileChange | null {
  if (!file.changed) return null
  if (file.deleted_at !== null) return 'deleted'
  if (file.hash === null) return 'new'
  return file.published_path === file.path ? 'edited' : 'moved'
}

/** What a version is called: projects that are written here have versions, others branches. */
export function branchWord({ type }: Pick<StudioProject, 'type'>): 'Version' | 'Branch' {
  return type === 'web' ? 'Version' : 'Branch'
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function isImage(path: string): boolean {
  return /\.(png|jpe?g|gif|svg|webp|avif|ico|bmp)$/i.test(path)
}
