import { supabase, unwrap } from '../../shared/data/supabase.ts'

/** A file as it can be exported. */
export interface ExportedFile {
  path: string
  /** By a setting of its project references are replaced, not bundled. */
  isLegacy: boolean
}

/** The first of some files of a branch that the reader may list; null where there is none. */
export async function readExportedFile(
  projectId: number,
  branchId: number,
  paths: string[],
): Promise<ExportedFile | null> {
  const [[file], [project]] = await Promise.all([
    unwrap(supabase.from('branch_files').select('path').eq('branch_id', branchId).in('path', paths).limit(1)),
    unwrap(supabase.from('projects').select('use_legacy_exporter').eq('id', projectId)),
  ])
  return file ? { path: file.path, isLegacy: project?.use_legacy_exporter === true } : null
}
