// The six kinds of Git hosts with their doubles, for tests that hold for all of them.
import type { GitKind } from '../../../supabase/functions/_shared/domain/git-hosts.ts'
import { type GitClient, gitClient } from '../../../supabase/functions/_shared/git/client.ts'
import type { Outcome } from '../../../supabase/functions/_shared/git/outcome.ts'
import type { ProviderSettings } from '../../../supabase/functions/_shared/git/provider.ts'
import type { Repository } from '../../doubles/git/state.ts'
import {
  startAzureServer,
  startAzureServices,
  startBitbucketCloud,
  startBitbucketDataCenter,
  startGithub,
  startGitlab,
} from '../../doubles/git-hosts.ts'
import type { GitHostDouble } from '../../doubles/oauth-host.ts'

export interface Kind {
  kind: GitKind
  start: () => Promise<GitHostDouble>
  /** Path of the API. */
  api: string
  /** An organisation there. */
  org: string
  /** Who owns what is in none; null where everything is in one. */
  own: ((host: GitHostDouble) => string) | null
  /** The address of a repository as people paste it. */
  forms: (host: string, repo: Repository) => string[]
}

const at = (repo: Repository) => `${repo.org}/${repo.slug}`
const usual = (host: string, repo: Repository) => [
  `${host}/${at(repo)}`,
  `${host}/${at(repo)}.git`,
  `${host.replace('//', '//somebody:secret@')}/${at(repo)}.git`,
  `ssh://git@127.0.0.1:2222/${at(repo)}.git`,
  `git@127.0.0.1:${at(repo)}.git`,
]
const azure = (host: string, repo: Repository) => [
  `${host}/${repo.org}/_git/${repo.slug}`,
  `${host.replace('//', '//contoso@')}/${repo.org}/_git/${repo.slug}`,
  `git@127.0.0.1:v3/${at(repo)}`,
]

const callback = ['http://waymark.test/']

export const kinds: Kind[] = [
  {
    kind: 'github',
    start: () => startGithub(callback),
    api: '/api/v3',
    org: 'acme',
    own: ({ person }) => person.username,
    forms: usual,
  },
  {
    kind: 'gitlab',
    start: () => startGitlab(callback),
    api: '/api/v4',
    org: 'acme/platform',
    own: ({ person }) => person.username,
    forms: (host, repo) => [...usual(host, repo), `${host}/${at(repo)}/-/tree/main`],
  },
  {
    kind: 'bitbucket_cloud',
    start: () => startBitbucketCloud(callback),
    api: '/2.0',
    org: 'acme',
    own: null,
    forms: (host, repo) => [...usual(host, repo), `${host}/${at(repo)}/src/main/`],
  },
  {
    kind: 'bitbucket_data_center',
    start: () => startBitbucketDataCenter(callback),
    api: '/rest/api/1.0',
    org: 'ACME',
    own: ({ person }) => `~${person.username}`,
    forms: (host, repo) => [
      `${host}/scm/${at(repo)}.git`,
      `${host}/projects/${repo.org}/repos/${repo.slug}/browse`,
      `ssh://git@127.0.0.1:7999/${at(repo)}.git`,
    ],
  },
  {
    kind: 'azure_devops_services',
    start: () => startAzureServices(callback),
    api: '',
    org: 'contoso/Fabrikam',
    own: null,
    forms: azure,
  },
  {
    kind: 'azure_devops_server',
    start: startAzureServer,
    api: '',
    org: 'Default/Fabrikam',
    own: null,
    forms: azure,
  },
]

/** What an integration with a double is set to. */
export function settingsOf(
  { kind, api }: Kind,
  { url, clientId, clientSecret }: GitHostDouble,
): ProviderSettings {
  const redirectUrl = 'http://waymark.test/callback'
  return { kind, hostUrl: url, apiUrl: `${url}${api}`, clientId, clientSecret, redirectUrl }
}

/** A client as somebody who has connected their account, or gave name and password where that is the way. */
export function clientOf(kind: Kind, host: GitHostDouble): GitClient {
  const { username, password } = host.person
  const isBasic = kind.kind === 'azure_devops_server'
  return gitClient(
    settingsOf(kind, host),
    isBasic
      ? { type: 'basic', username, password }
      : { type: 'oauth', accessToken: host.grant().accessToken },
  )
}

/** The value of an outcome that must be good. */
export function valueIn<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.reason}: ${outcome.failure.message}`)
  return outcome.value
}

/** The reason of an outcome that must not be. */
export function reasonIn(outcome: Outcome<unknown>): string {
  if (outcome.ok) throw new Error('That should have failed.')
  return outcome.failure.reason
}
