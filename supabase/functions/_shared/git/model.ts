// What Git hosts have, in one vocabulary for all kinds.
import type { GitVisibility } from '../domain/git-hosts.ts'

/** What files and bodies hold. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A part of a list; `next` asks for the one after it and means something to the same list only. */
export interface Page<T> {
  items: T[]
  next: string | null
}

/** An account that holds repositories: organisation, group, workspace, project. */
export interface GitOrganization {
  /** As addresses spell it; of Azure DevOps `account/project`, of GitLab the whole path of the group. */
  slug: string
  externalId: string
  name: string
  /** Whether its repositories may be internal (GitHub Enterprise). */
  allowsInternal: boolean
}

/** Which repository is meant. The id stays when a repository is renamed or moved; hosts that know it go by it. */
export interface RepositoryRef {
  externalOrgSlug: string
  externalSlug: string
  externalId?: string | undefined
}

export interface GitRepository extends RepositoryRef {
  externalId: string
  name: string
  description: string
  visibility: GitVisibility
  /** Null while it has no commit. */
  defaultBranch: string | null
  /** For cloning, without credentials. */
  remoteUrlHttp: string
  remoteUrlSsh: string | null
  webUrl: string
  externalStarCount: number | null
}

export interface GitBranch {
  name: string
  commit: string
}

export interface TreeEntry {
  path: string
  type: 'file' | 'folder' | 'symlink' | 'submodule'
  size: number | null
}

export interface GitTree extends Page<TreeEntry> {
  /** The host left entries out, and has no more pages for them. */
  truncated: boolean
}

export interface GitPerson {
  name: string
  email: string
}

export type FileChange =
  | { action: 'create' | 'update'; path: string; content: Bytes }
  | { action: 'delete'; path: string }

export interface CommitRequest {
  branch: string
  /** The commit that the branch is expected to stand at; another one there is a conflict. */
  parent: string
  message: string
  changes: FileChange[]
}

export interface NewRepository {
  /** Null makes it the caller's own, where the host has that. */
  organization: string | null
  name: string
  slug: string
  visibility: GitVisibility
}

export interface Webhook {
  id: string
  url: string
}

export type StatusState = 'pending' | 'success' | 'failure' | 'error'

export interface CommitStatus {
  state: StatusState
  /** One status a name and commit: a later one replaces it. */
  context: string
  description: string
  url: string
}

export interface PullRequestComment {
  id: string
  /** Of its author at the host. */
  author: string
  text: string
  /** What an update must name, where the host counts versions. */
  version?: number | undefined
}

export interface GitUser {
  id: string
  username: string
}
