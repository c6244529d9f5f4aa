// The Git hosts as the facade's routes and the worker use them: one client an integration and caller.
import type { GitKind } from '../domain/git-hosts.ts'
import { parseRemote } from './address.ts'
import { Api, type GitAccess } from './api.ts'
import { azureDevopsHost } from './azure-devops/host.ts'
import { bitbucketCloudHost } from './bitbucket-cloud/host.ts'
import { bitbucketDataCenterHost } from './bitbucket-data-center/host.ts'
import { basicHeader } from './calls.ts'
import { checked } from './checked.ts'
import { type CommentRequest, putComment } from './comment.ts'
import { committers } from './committers.ts'
import { githubHost } from './github/host.ts'
import { gitlabHost } from './gitlab/host.ts'
import type { GitHost, GitHostKind } from './host.ts'
import { providerOf } from './index.ts'
import type { GitRepository, RepositoryRef } from './model.ts'
import { GitRefusal, type Outcome, outcomeOf } from './outcome.ts'
import type { Grant, ProviderSettings } from './provider.ts'

const hosts: Record<GitKind, GitHostKind> = {
  github: githubHost,
  gitlab: gitlabHost,
  bitbucket_cloud: bitbucketCloudHost,
  bitbucket_data_center: bitbucketDataCenterHost,
  azure_devops_services: azureDevopsHost,
  azure_devops_server: azureDevopsHost,
}

/** The operations that are the same on every host, made of its own. */
function shared(host: GitHostKind) {
  return {
    /** The repository at an address that somebody pasted. Nothing is called but the integration's own host. */
    repositoryByUrl: async (api: Api, url: string): Promise<GitRepository> => {
      const ref = host.locate(api.settings, parseRemote(url))
      if (ref === null)
        throw new GitRefusal('invalid', 'This is no address of a repository at this provider.')
      return host.repository(api, ref)
    },
    /** Writes the caller's one comment with this marker: creates it, or updates the one that is there. */
    putComment: (api: Api, ref: RepositoryRef, number: number, request: CommentRequest) =>
      putComment(host, api, ref, number, request),
    /** Who wrote the newest commits and can be reached by mail: each address once. */
    committers: (api: Api, ref: RepositoryRef) => committers(host, api, ref),
  }
}

/** A method with the API it calls filled in, and failures as outcomes. */
type Bound<T> = {
  [K in keyof T]: T[K] extends (api: Api, ...rest: infer A) => Promise<infer R>
    ? (...rest: A) => Promise<Outcome<R>>
    : never
}

type Operations = Omit<GitHost, 'comments' | 'createComment' | 'updateComment' | 'commitAuthors'> &
  ReturnType<typeof shared>

/** What a host of any kind does, with one caller's credentials. Its methods throw nothing that a host can cause. */
export type GitClient = Bound<Operations> & {
  /** What Git itself clones with, now. */
  remote(repository: Pick<GitRepository, 'remoteUrlHttp'>): GitRemote
}

/**
 * What Git clones with. The `Authorization` header belongs into Git's configuration by environment
 * (`GIT_CONFIG_KEY_0=http.<url>.extraHeader`), never into an address or a command line.
 */
export interface GitRemote {
  url: string
  authorization: string
}

/** A client for an integration's host, with somebody's access. */
export function gitClient(settings: ProviderSettings, access: GitAccess): GitClient {
  const host = hosts[settings.kind]
  const api = new Api(settings, access, host.apiAuthorization)
  const operations = Object.entries({ ...checked(host), ...shared(host) }).map(([name, run]) => [
    name,
    (...rest: unknown[]) => outcomeOf(() => (run as (...all: unknown[]) => Promise<unknown>)(api, ...rest)),
  ])
  const remote = ({ remoteUrlHttp: url }: Pick<GitRepository, 'remoteUrlHttp'>): GitRemote => ({
    url,
    authorization:
      access.type === 'basic'
        ? basicHeader(access.username, access.password)
        : host.gitAuthorization(api.token()),
  })
  return { ...Object.fromEntries(operations), remote } as GitClient
}

/** Trades a refresh token; `reconnect` where it is spent, expired or revoked. Keep the answer: hosts rotate them. */
export function renewGrant(settings: ProviderSettings, refreshToken: string): Promise<Outcome<Grant>> {
  return outcomeOf(() => providerOf(settings.kind).refresh(settings, refreshToken))
}
