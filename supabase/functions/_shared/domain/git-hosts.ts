// The kinds of Git hosts and what each can do: one table for providers, the worker and screens.

export const gitKinds = [
  'github',
  'gitlab',
  'bitbucket_cloud',
  'bitbucket_data_center',
  'azure_devops_services',
  'azure_devops_server',
] as const

export type GitKind = (typeof gitKinds)[number]

export type GitVisibility = 'public' | 'internal' | 'private'

export interface GitCapabilities {
  signIn: 'oauth' | 'basic' | 'oauth_or_basic'
  /** Proof Key for Code Exchange, S256 (RFC 7636). */
  pkce: boolean
  /** Whether access tokens end and are renewed. */
  refreshTokens: boolean
  /** Organisations, groups, workspaces or projects that hold repositories can be listed. */
  organizations: boolean
  /** A person has repositories outside of any organisation. */
  ownRepositories: boolean
  /** The host searches; where it does not, the whole list is read and filtered here. */
  searchRepositories: boolean
  createRepository: boolean
  /** What a new repository may be; none where the host's project decides. `internal` needs an organisation that has it. */
  visibilities: readonly GitVisibility[]
  /** Files of one commit made through the API: any number with deletions, or one that is written. */
  commitFiles: 'many' | 'one'
  commitStatus: boolean
  pullRequestComment: boolean
  webhooks: boolean
  /** Webhooks tell of renamed, moved or deleted repositories. */
  repositoryEvents: boolean
  /** Webhooks tell whether a push was forced. */
  forcedPushes: boolean
  /** How webhooks prove where they come from. */
  signature: 'github' | 'gitlab' | 'bitbucket' | 'basic'
  /** Clones may leave files out until they are read (`--filter=blob:none`). */
  blobless: boolean
}

const usual = {
  organizations: true,
  searchRepositories: true,
  createRepository: true,
  visibilities: ['public', 'private'],
  commitFiles: 'many',
  commitStatus: true,
  pullRequestComment: true,
  webhooks: true,
  blobless: true,
} as const

const azure = {
  ...usual,
  ownRepositories: false,
  searchRepositories: false,
  visibilities: [],
  repositoryEvents: true,
  forcedPushes: false,
  signature: 'basic',
} as const

/** What a kind of host can do. */
export const gitCapabilities: Readonly<Record<GitKind, GitCapabilities>> = {
  github: {
    ...usual,
    signIn: 'oauth',
    pkce: true,
    refreshTokens: true,
    ownRepositories: true,
    visibilities: ['public', 'internal', 'private'],
    repositoryEvents: true,
    forcedPushes: true,
    signature: 'github',
  },
  gitlab: {
    ...usual,
    signIn: 'oauth',
    pkce: true,
    refreshTokens: true,
    ownRepositories: true,
    // Of a project a hook hears pushes and merge requests; moves are told to a group's or the system's hooks.
    repositoryEvents: false,
    forcedPushes: false,
    signature: 'gitlab',
  },
  bitbucket_cloud: {
    ...usual,
    signIn: 'oauth',
    pkce: false,
    refreshTokens: true,
    // Every repository is in a workspace, a person's own ones too.
    ownRepositories: false,
    repositoryEvents: true,
    forcedPushes: true,
    signature: 'bitbucket',
    // Its servers do not filter.
    blobless: false,
  },
  bitbucket_data_center: {
    ...usual,
    signIn: 'oauth_or_basic',
    pkce: true,
    refreshTokens: true,
    ownRepositories: true,
    commitFiles: 'one',
    repositoryEvents: true,
    forcedPushes: false,
    signature: 'bitbucket',
  },
  azure_devops_services: { ...azure, signIn: 'oauth', pkce: true, refreshTokens: true },
  azure_devops_server: { ...azure, signIn: 'basic', pkce: false, refreshTokens: false, blobless: false },
}

/** Whether a kind of integration is a Git host. */
export function isGitKind(kind: string): kind is GitKind {
  return (gitKinds as readonly string[]).includes(kind)
}
