import { sentenceOf } from '../../domain/reasons.ts'
import { fetchOutgoing } from '../../net/outgoing.ts'
import {
  authorizePage,
  basicHeader,
  below,
  namesOf,
  readAs,
  renewedFrom,
  testAddress,
  tokenFrom,
} from '../calls.ts'
import { type ExternalIdentity, type GitProvider, ProviderError } from '../provider.ts'

interface User {
  id: number
  name: string
  displayName: string | null
  emailAddress?: string
}

/**
 * Bitbucket Data Center (developer.atlassian.com/server/bitbucket, REST 1.0; OAuth 2.0 provider since 7.21). Its
 * administrators manage the addresses of its users: it calls none unverified.
 */
export const bitbucketDataCenter: GitProvider = {
  kind: 'bitbucket_data_center',
  authorizeUrl: (settings, { state, challenge, access }) =>
    authorizePage(below(settings.hostUrl, '/rest/oauth2/latest/authorize'), settings, {
      state,
      scope: access === 'repositories' ? 'PUBLIC_REPOS PROJECT_ADMIN' : 'PUBLIC_REPOS',
      code_challenge: challenge,
      code_challenge_method: challenge && 'S256',
    }),
  exchange: (settings, proof) =>
    tokenFrom(below(settings.hostUrl, '/rest/oauth2/latest/token'), settings, proof),
  refresh: (settings, refreshToken) =>
    renewedFrom(below(settings.hostUrl, '/rest/oauth2/latest/token'), settings, refreshToken),
  identity: ({ apiUrl, hostUrl }, token) => currentUser(apiUrl, hostUrl, `Bearer ${token}`),
  signInBasic: ({ apiUrl, hostUrl }, { username, password }) =>
    currentUser(apiUrl, hostUrl, basicHeader(username, password)),
  async test({ hostUrl, apiUrl }) {
    const host = await testAddress(hostUrl, '')
    if (!host.success) return host
    return testAddress(
      below(apiUrl, '/application-properties'),
      'Host URL and API URL look good. Please ensure your Client ID and Client Secret are correct before saving.',
    )
  },
}

/** The API has no "me": the name of who asked comes in a header of every answer. */
async function currentUser(
  apiUrl: string,
  hostUrl: string,
  authorization: string,
): Promise<ExternalIdentity> {
  const answer = await fetchOutgoing(below(apiUrl, '/application-properties'), {
    headers: { accept: 'application/json', authorization },
  })
  const name = answer.headers.get('x-ausername')
  if (answer.status === 401 || !name)
    throw new ProviderError('bad_credentials', sentenceOf('credentials_wrong'))
  const user = await readAs<User>(
    below(apiUrl, `/users/${encodeURIComponent(decodeURIComponent(name))}`),
    authorization,
  )
  return {
    externalId: String(user.id),
    username: user.name,
    ...namesOf(user.displayName),
    avatarUrl: below(hostUrl, `/users/${encodeURIComponent(user.name)}/avatar.png?s=250`),
    emails: user.emailAddress ? [{ email: user.emailAddress, verified: true, primary: true }] : [],
  }
}
