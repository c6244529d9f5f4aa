import {
  authorizePage,
  below,
  looksGood,
  namesOf,
  notSupported,
  readAs,
  renewedFrom,
  testAddress,
  tokenFrom,
} from '../calls.ts'
import type { GitProvider } from '../provider.ts'

interface User {
  uuid: string
  username?: string
  nickname?: string
  display_name: string | null
  links?: { avatar?: { href?: string } }
}

interface Emails {
  values: { email: string; is_confirmed: boolean; is_primary: boolean }[]
}

const identityScope = 'account email'
const repositoryScope = 'repository:write repository:admin pullrequest:write webhook'

/**
 * Bitbucket Cloud (developer.atlassian.com, "OAuth 2.0"). Its authorization page knows no PKCE: what keeps its codes
 * from another provider is the redirect address.
 */
export const bitbucketCloud: GitProvider = {
  kind: 'bitbucket_cloud',
  authorizeUrl: (settings, { state, access }) =>
    authorizePage(below(settings.hostUrl, '/site/oauth2/authorize'), settings, {
      state,
      scope: access === 'repositories' ? `${identityScope} ${repositoryScope}` : identityScope,
    }),
  exchange: (settings, proof) =>
    tokenFrom(below(settings.hostUrl, '/site/oauth2/access_token'), settings, proof, { basic: true }),
  refresh: (settings, refreshToken) =>
    renewedFrom(below(settings.hostUrl, '/site/oauth2/access_token'), settings, refreshToken, {
      basic: true,
    }),
  async identity({ apiUrl }, token) {
    const as = `Bearer ${token}`
    const user = await readAs<User>(below(apiUrl, '/user'), as)
    const { values } = await readAs<Emails>(below(apiUrl, '/user/emails'), as)
    return {
      externalId: user.uuid,
      username: user.username ?? user.nickname ?? user.uuid,
      ...namesOf(user.display_name),
      avatarUrl: user.links?.avatar?.href ?? null,
      emails: values.map(({ email, is_confirmed, is_primary }) => ({
        email,
        verified: is_confirmed === true,
        primary: is_primary,
      })),
    }
  },
  signInBasic: notSupported,
  test: ({ apiUrl }) => testAddress(below(apiUrl, '/user'), looksGood),
}
