// The service role's calls about projects that live in Git or are pushed: tokens that scripts push with, and what a push
// brings. Continues service.ts, the one module of the service role.
import type { Box } from '../secrets/box.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_ci_token: PushingProject | null
    svc_ci_token_of: KeptCiToken | null
  }
}

/** The project that a CI token pushes to. */
export interface PushingProject {
  project_id: number
  slug: string
  name: string
  type: string
  workspace_id: number
  workspace_slug: string
  workspace_name: string
}

interface KeptCiToken extends Box {
  created_at: string
  last_used_at: string | null
}

/** The project of a CI token; null for one that does not hold. */
export function findCiToken(token: string) {
  return call('svc_ci_token', { p_token: token })
}

/** The sealed CI token of a project, or null: only once the caller was asked for the right to push. */
export function ciTokenOf(projectId: number) {
  return call('svc_ci_token_of', { p_project_id: projectId })
}
