// What the settings of a project show and change.
import type { ProjectPermission } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { ProjectRow } from '../../shared/data/projects.ts'

export interface Project extends ProjectRow {
  is_design_library: boolean
  use_legacy_exporter: boolean
  auto_invite_committers: boolean
  default_branch_id: number | null
}

export interface Branch {
  id: number
  name: string
  slug: string
  is_default: boolean
  is_published: boolean
  commit_hash: string | null
  last_analyzed_at: string | null
  article_count: number
  schema_count: number
  api_count: number
  operation_count: number
}

export type Can = (permission: ProjectPermission) => boolean

/** What a section of the settings needs to know. */
export interface SectionProps {
  project: Project
  can: Can
}

/** A project of the web has versions, any other branches. */
export function branchWord({ type }: Pick<Project, 'type'>): 'Version' | 'Branch' {
  return type === 'web' ? 'Version' : 'Branch'
}
