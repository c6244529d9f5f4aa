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
  id: number
  login: string
  name: string | null
  avatar_url: string | null
}

const identityScope = 'read:user user:email'

/** GitHub and GitHub Enterprise Server (docs.github.com, "Authorizing OAuth apps"; REST "Users", "Emails"). */
export const github: GitProvider = {
  kind: 'github',
  authorizeUrl: (settings, { state, challenge, access }) =>
    authorizePage(below(settings.hostUrl, '/login/oauth/authorize'), settings, {
      state,
      scope: access === 'repositories' ? `${identityScope} repo read:org admin:repo_hook` : identityScope,
      code_challenge: challenge,
      code_challenge_method: challenge && 'S256',
    }),
  exchange: (settings, proof) =>
    tokenFrom(below(settings.hostUrl, '/login/oauth/access_token'), settings, proof),
  refresh: (settings, refreshToken) =>
    renewedFrom(below(settings.hostUrl, '/login/oauth/access_token'), settings, refreshToken),
  async identity({ apiUrl }, token) {
    const as = `Bearer ${token}`
    const user = await readAs<User>(below(apiUrl, '/user'), as)
    const emails = await readAs<{ email: string; verified: boolean; primary: boolean }[]>(
      below(apiUrl, '/user/emails?per_page=100'),
      as,
    )
    return {
      externalId: String(user.id),
      username: user.login,
      ...namesOf(user.name),
      avatarUrl: user.avatar_url,
      emails: emails.map(({ email, verified, primary }) => ({ email, verified: verified === true, primary })),
    }
  },
  signInBasic: notSupported,
  test: ({ apiUrl }) => testAddress(below(apiUrl, '/meta'), looksGood),
}
