// What each kind of Git host does for projects. Methods throw GitRefusal; callers have them as outcomes, by `gitClient`.
import type { RemoteAddress } from './address.ts'
import type { Api } from './api.ts'
import type {
  Bytes,
  CommitRequest,
  CommitStatus,
  GitBranch,
  GitOrganization,
  GitPerson,
  GitRepository,
  GitTree,
  GitUser,
  NewRepository,
  Page,
  PullRequestComment,
  RepositoryRef,
  Webhook,
} from './model.ts'
import type { ProviderSettings } from './provider.ts'

export type Cursor = string | null | undefined

export interface RepositoriesRequest {
  /** Null for the caller's own. */
  organization: string | null
  /** Part of a name. */
  search?: string | undefined
  cursor?: Cursor
}

export interface GitHost {
  /** Who calls; proves the credentials. */
  user(api: Api): Promise<GitUser>
  organizations(api: Api, cursor?: Cursor): Promise<Page<GitOrganization>>
  organization(api: Api, slug: string): Promise<GitOrganization>
  repositories(api: Api, request: RepositoriesRequest): Promise<Page<GitRepository>>
  repository(api: Api, ref: RepositoryRef): Promise<GitRepository>
  /** Makes a repository with a README, so that it has a default branch. */
  createRepository(api: Api, request: NewRepository): Promise<GitRepository>
  branches(api: Api, ref: RepositoryRef, cursor?: Cursor): Promise<Page<GitBranch>>
  branch(api: Api, ref: RepositoryRef, name: string): Promise<GitBranch>
  /** All entries of a commit's tree, folders included where the host names them. */
  tree(api: Api, ref: RepositoryRef, commit: string, cursor?: Cursor): Promise<GitTree>
  /** A file's bytes at a commit, up to 10 MiB. */
  blob(api: Api, ref: RepositoryRef, commit: string, path: string): Promise<Bytes>
  /** Makes one commit on a branch; answers with its hash. */
  commit(api: Api, ref: RepositoryRef, request: CommitRequest): Promise<{ commit: string }>
  createWebhook(api: Api, ref: RepositoryRef, hook: { url: string; secret: string }): Promise<Webhook>
  /** The hooks that lead to an address. */
  webhooks(api: Api, ref: RepositoryRef, url: string): Promise<Webhook[]>
  /** Deletes a hook; one that is not there is no failure. */
  deleteWebhook(api: Api, ref: RepositoryRef, id: string): Promise<void>
  setCommitStatus(api: Api, ref: RepositoryRef, commit: string, status: CommitStatus): Promise<void>
  comments(api: Api, ref: RepositoryRef, number: number, cursor?: Cursor): Promise<Page<PullRequestComment>>
  createComment(api: Api, ref: RepositoryRef, number: number, text: string): Promise<{ id: string }>
  updateComment(
    api: Api,
    ref: RepositoryRef,
    number: number,
    comment: PullRequestComment,
    text: string,
  ): Promise<{ id: string }>
  /** Who wrote the newest commits of the default branch. */
  commitAuthors(api: Api, ref: RepositoryRef): Promise<GitPerson[]>
}

/** How a kind of host spells addresses, and what Git itself is let in with. */
export interface GitAddresses {
  /** The repository that an address means, or null where it is none of this host's. */
  locate(settings: ProviderSettings, address: RemoteAddress): RepositoryRef | null
  /** The `Authorization` that Git sends with a token of OAuth. */
  gitAuthorization(accessToken: string): string
  /** The `Authorization` of API calls with a name and a personal access token, where that is not the basic one. */
  apiAuthorization?(username: string, token: string): string
}

export type GitHostKind = GitHost & GitAddresses

/** The most bytes of a file that is read through an API. */
export const blobBytes = 10 * 1024 * 1024
