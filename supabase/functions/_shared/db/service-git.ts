// The service role's calls about projects that live in Git or are pushed: tokens that scripts push with, and what a push
// brings. Continues service.ts, the one module of the service role.
import type { Page, RowOf } from '../domain/contract.ts'
import type { Json } from '../domain/database.gen.ts'
import type { PushingProject } from '../domain/pushing-project.ts'
import type { Box } from '../secrets/box.ts'
import { serviceCall as call } from './service.ts'
import type { Integration } from './service-integrations.ts'

declare module './service.ts' {
  interface ServiceResults {
    svc_begin_webhook_change: WebhookChange | null
    svc_await_images: string[] | null
    svc_ci_token: PushingProject | null
    svc_commits: Page<CommitOfPush>
    svc_export: RowOf<'exported_file', 'object' | 'error'> | null
    svc_export_branch: RowOf<'exported_path', 'object' | 'error'>[] | null
    svc_host_account: HostAccount | null
    svc_keep_webhook_secret: RowOf<'sealed'>
    svc_project_source: ProjectSource | null
    svc_take_webhook: TakenWebhook
    svc_webhook_integration: RowOf<'hooked_integration', never, { secret: Box | null }> | null
    svc_ci_token_of: KeptCiToken | null
    svc_prepare_push: PreparedPush
    svc_queue_push: QueuedPush
    svc_spectral_ruleset: SpectralRuleset | null
    svc_files_held: string[]
    svc_pushed_branches: PushedBranch[]
    svc_branch_to_push: PushedBranch
  }
}

/** The sealed CI token of a project. */
export type KeptCiToken = RowOf<'kept_ci_token', 'last_used_at'>

/** The project of a CI token; null for one that does not hold. */
export function findCiToken(token: string) {
  return call('svc_ci_token', { p_token: token })
}

/** The sealed CI token of a project, or null: only once the caller was asked for the right to push. */
export function ciTokenOf(projectId: number) {
  return call('svc_ci_token_of', { p_project_id: projectId })
}

/**
 * What is there already of a push: where its files go in the bucket uploads, its task where this very push came last, and the
 * SHA-256 of files that branches of the project hold, and that an attempt before this one has sent.
 */
export type PreparedPush = RowOf<'prepared_push', 'job_id', { held: string[]; uploaded: string[] }>

/** What is there already of a push. */
export function preparePush(projectId: number, branch: string, fingerprint: string, hashes: string[]) {
  return call('svc_prepare_push', {
    p_project_id: projectId,
    p_branch: branch,
    p_fingerprint: fingerprint,
    p_hashes: hashes,
  })
}

/** `came_before`: nothing was queued, the same push came before. */
type QueuedPush = RowOf<'queued_push'>

interface Push {
  branch: string
  commit: string | null
  fingerprint: string
  uploads: { path: string; object: string }[]
  held: { path: string; hash: string }[]
  /** Paths of images that follow by calls of their own. */
  images?: string[]
}

/** Queues the analysis of a push, once; refused where its token was replaced meanwhile. */
export function queuePush(
  { project_id, token_hash }: PushingProject,
  { branch, commit, fingerprint, uploads, held, images }: Push,
) {
  return call('svc_queue_push', {
    p_project_id: project_id,
    p_token_hash: token_hash,
    p_branch: branch,
    p_commit_hash: commit,
    p_uploads: uploads,
    p_held: held,
    p_fingerprint: fingerprint,
    ...(images && images.length > 0 ? { p_images: images } : {}),
  })
}

/** Which files, by SHA-256, the branches of a project hold. */
export function filesHeld(projectId: number, hashes: string[]) {
  return call('svc_files_held', { p_project_id: projectId, p_hashes: hashes })
}

/** A branch, as who pushes to its project knows it. */
export type PushedBranch = RowOf<'pushed_branch', 'commit_hash'>

/** The branches of a project, the default one first. */
export function pushedBranches(projectId: number) {
  return call('svc_pushed_branches', { p_project_id: projectId })
}

/** The branch that a push names, made where there is none. */
export function branchToPush({ project_id, token_hash }: PushingProject, branch: string) {
  return call('svc_branch_to_push', {
    p_project_id: project_id,
    p_token_hash: token_hash,
    p_branch: branch,
  })
}

/** Which images the newest push to a branch asks for, of those that its client has; null where none waits for any. */
export function awaitImages({ project_id, token_hash }: PushingProject, branchId: number, paths: string[]) {
  return call('svc_await_images', {
    p_project_id: project_id,
    p_token_hash: token_hash,
    p_branch_id: branchId,
    p_paths: paths,
  })
}

/** Adds an image to the push that asked for it; false where none did. */
export function addPushedImage(
  { project_id, token_hash }: PushingProject,
  branchId: number,
  path: string,
  object: string,
) {
  return call('svc_add_pushed_image', {
    p_project_id: project_id,
    p_token_hash: token_hash,
    p_branch_id: branchId,
    p_path: path,
    p_object: object,
  })
}

/** A task of a project with its log; null for one of another project. */
export function pushedTask(projectId: number, jobId: string) {
  return call('svc_pushed_task', { p_project_id: projectId, p_job_id: jobId })
}

/** A commit as a script announces it. */
interface AnnouncedCommit {
  sha: string
  parent_sha: string | null
  message: string
  author_name: string | null
  author_email: string | null
  committed_at: string | null
}

type CommitOfPush = RowOf<
  'commit_item',
  'parent_sha' | 'author_name' | 'author_email' | 'author_id' | 'committed_at' | 'analyzed_at',
  { branches: RowOf<'branch_slug'> }
>

/** Announces a commit on a branch of the project that a CI token is for; refused where it was replaced meanwhile. */
export function recordCommit(
  { project_id, token_hash }: PushingProject,
  branch: string,
  commit: AnnouncedCommit,
) {
  return call('svc_record_commit', {
    p_project_id: project_id,
    p_token_hash: token_hash,
    p_branch_slug: branch,
    p_commit: { ...commit },
  })
}

/** Commits of the project that a CI token is for. */
export function commitsOfPush(projectId: number, page: { limit: number; offset: number }, sha?: string) {
  return call('svc_commits', {
    p_project_id: projectId,
    p_limit: page.limit,
    p_offset: page.offset,
    ...(sha === undefined ? {} : { p_sha: sha }),
  })
}

/** Where files of a workspace lie in the bucket files: only for hashes that the caller was asked for. */
export function storedFiles(workspaceId: number, hashes: string[]) {
  return call('svc_stored_files', { p_workspace_id: workspaceId, p_hashes: hashes })
}

/** A file of a branch in another form: only one that the caller may list. Nothing yet while the worker makes it. */
export function requestExport(branchId: number, path: string, form: { kind: string; format: string }) {
  return call('svc_export', { p_branch_id: branchId, p_path: path, p_kind: form.kind, p_format: form.format })
}

/** All JSON and YAML files of a branch in another form: one whose files the caller may list. Null while the worker makes them. */
export function requestBranchExport(branchId: number, kind: string) {
  return call('svc_export_branch', { p_branch_id: branchId, p_kind: kind })
}

interface SpectralRuleset {
  file: { path: string; object: string; size: number } | null
  /** Style guides that the project extends. */
  guide_ids: number[]
}

/** What the Spectral token of a project opens; null for one that does not hold. */
export function spectralRuleset(projectId: number, token: string, guideId?: number, path?: string) {
  return call('svc_spectral_ruleset', {
    p_project_id: projectId,
    p_token: token,
    ...(guideId === undefined ? {} : { p_guide_id: guideId }),
    ...(path === undefined ? {} : { p_path: path }),
  })
}

/** What a webhook of an integration is verified with; null where there is none, or it is switched off. */
export function webhookIntegration(id: number) {
  return call('svc_webhook_integration', { p_integration_id: id })
}

/** Gives an integration the secret of its webhooks, once; answers the one that counts. */
export function keepWebhookSecret(integrationId: number, secret: Box) {
  return call('svc_keep_webhook_secret', { p_integration_id: integrationId, p_secret: secret })
}

type TakenRow = RowOf<
  'taken_webhook',
  'wait' | 'taken' | 'ignored',
  { taken: string[] | null; ignored: string[] | null }
>

export type TakenWebhook =
  /** What it was verified with counts no more: nothing was taken. */
  | (TakenRow & { is_current: false })
  /** `wait`: seconds, where the client sends too much; else the ids of what was not there before, and of what concerns nobody. */
  | (TakenRow & { is_current: true; wait: number })

/**
 * Keeps what deliveries report for the worker, once, if the sealed secret that they were verified with still counts.
 * `delivery`: which of them an event is of.
 */
export function takeWebhook(
  integrationId: number,
  { ciphertext }: Box,
  client: string | null,
  deliveries: { id: string; event: Record<string, Json>; delivery: string }[],
) {
  return call('svc_take_webhook', {
    p_integration_id: integrationId,
    p_ciphertext: ciphertext,
    p_client: client,
    p_deliveries: deliveries,
  })
}

/** The claim to change a webhook at its host, and the id of the one that was installed with the secret that counts now. */
export type WebhookChange = RowOf<'webhook_change', 'trusted_id'>

/** Claims the webhook of a project for one caller; null while somebody else changes it. */
export function beginWebhookChange(projectId: number) {
  return call('svc_begin_webhook_change', { p_project_id: projectId })
}

/** Writes down the webhook of a project, null where it was removed; false where the claim has passed to somebody else. */
export function setWebhook(projectId: number, claim: string, externalId: string | null) {
  return call('svc_set_webhook', {
    p_project_id: projectId,
    p_claim: claim,
    p_external_id: externalId,
  })
}

/** Gives a claim back. */
export function endWebhookChange(projectId: number, claim: string) {
  return call('svc_end_webhook_change', { p_project_id: projectId, p_claim: claim })
}

/** An account at a Git host with its sealed tokens: never passed on. */
export type HostAccount = RowOf<'host_account', never, { secrets: Record<string, Box> }>

/** The caller's own connected account at an integration; null where they have none. */
export function hostAccount(authId: string, integrationId: number) {
  return call('svc_host_account', { p_auth_id: authId, p_integration_id: integrationId })
}

/** Keeps renewed tokens of a connected account. */
export function keepHostTokens(accountId: number, secrets: Record<string, Box>) {
  return call('svc_keep_host_tokens', { p_external_user_id: accountId, p_secrets: secrets })
}

/** A repository as its host showed it to the caller's own account. */
export type HostRepositoryRow = Record<
  'external_id' | 'external_slug' | 'external_org_slug' | 'remote_url_http',
  string
> & {
  remote_url_ssh: string | null
  external_star_count: number | null
  default_branch: string | null
}

/** Keeps what a host answered, of up to 200 repositories, so that projects can be made from them. */
export function keepHostRepositories(
  authId: string,
  { id, revision }: { id: number; revision: string },
  repositories: HostRepositoryRow[],
) {
  return call('svc_keep_host_repositories', {
    p_auth_id: authId,
    p_integration_id: id,
    p_revision: revision,
    p_repositories: repositories,
  })
}

/** Which addresses belong to members, or are invited to the project: for who may share it. */
export function knownAddresses(projectId: number, emails: string[]) {
  return call('svc_known_addresses', { p_project_id: projectId, p_emails: emails })
}

/** The repository of a project with what opens it, sealed: never passed on. */
export type ProjectSource = RowOf<
  'project_source',
  never,
  {
    project: RowOf<'source_project'>
    repository: RowOf<'source_repository', 'workspace_integration_id' | 'webhook_external_id'>
    integration: Integration | null
    service_account: RowOf<'opened_service_account', never, { token: Box | null }> | null
    account: HostAccount | null
  }
>

/** Where the content of a project lives; null where it does not come from Git. */
export function projectSource(projectId: number) {
  return call('svc_project_source', { p_project_id: projectId })
}
