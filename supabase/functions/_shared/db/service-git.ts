// The service role's calls about projects that live in Git or are pushed: tokens that scripts push with, and what a push
// brings. Continues service.ts, the one module of the service role.
import type { Box } from '../secrets/box.ts'
import { serviceCall as call } from './service.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_ci_token: PushingProject | null
    svc_ci_token_of: KeptCiToken | null
    svc_prepare_push: PreparedPush
    svc_pushed_task: Record<string, unknown> | null
    svc_queue_push: QueuedPush
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

export interface PreparedPush {
  /** Where its files go in the bucket uploads. */
  folder: string
  /** Its task, where this very push is what came last. */
  job_id: string | null
  /** SHA-256 of files that branches of the project hold. */
  held: string[]
  /** The same of files that an attempt before this one has sent. */
  uploaded: string[]
}

/** What is there already of a push. */
export function preparePush(projectId: number, branch: string, fingerprint: string, hashes: string[]) {
  return call('svc_prepare_push', {
    p_project_id: projectId,
    p_branch: branch,
    p_fingerprint: fingerprint,
    p_hashes: hashes,
  })
}

interface QueuedPush {
  job_id: string
  branch_slug: string
  /** Nothing was queued: the same push came before. */
  came_before: boolean
}

interface Push {
  branch: string
  commit: string | null
  fingerprint: string
  uploads: { path: string; object: string }[]
  held: { path: string; hash: string }[]
}

/** Queues the analysis of a push, once. */
export function queuePush(projectId: number, { branch, commit, fingerprint, uploads, held }: Push) {
  return call('svc_queue_push', {
    p_project_id: projectId,
    p_branch: branch,
    p_commit_hash: commit,
    p_uploads: uploads,
    p_held: held,
    p_fingerprint: fingerprint,
  })
}

/** A task of a project with its log; null for one of another project. */
export function pushedTask(projectId: number, jobId: string) {
  return call('svc_pushed_task', { p_project_id: projectId, p_job_id: jobId })
}

/** Where files of a workspace lie in the bucket files: only for hashes that the caller was asked for. */
export function storedFiles(workspaceId: number, hashes: string[]) {
  return call('svc_stored_files', { p_workspace_id: workspaceId, p_hashes: hashes })
}
