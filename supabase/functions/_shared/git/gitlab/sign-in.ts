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
  username: string
  name: string | null
  avatar_url: string | null
  email: string | null
  confirmed_at: string | null
}

interface Email {
  email: string
  confirmed_at: string | null
}

/** GitLab.com and self-managed (docs.gitlab.com, "OAuth 2.0 identity provider API"; "Users API"). */
export const gitlab: GitProvider = {
  kind: 'gitlab',
  authorizeUrl: (settings, { state, challenge, access }) =>
    authorizePage(below(settings.hostUrl, '/oauth/authorize'), settings, {
      state,
      scope: access === 'repositories' ? 'read_user api' : 'read_user',
      code_challenge: challenge,
      code_challenge_method: challenge && 'S256',
    }),
  exchange: (settings, proof) => tokenFrom(below(settings.hostUrl, '/oauth/token'), settings, proof),
  refresh: (settings, refreshToken) =>
    renewedFrom(below(settings.hostUrl, '/oauth/token'), settings, refreshToken),
  async identity({ apiUrl }, token) {
    const as = `Bearer ${token}`
    const user = await readAs<User>(below(apiUrl, '/user'), as)
    const others = await readAs<Email[]>(below(apiUrl, '/user/emails'), as)
    const primary = user.email
      ? [{ email: user.email, verified: Boolean(user.confirmed_at), primary: true }]
      : []
    return {
      externalId: String(user.id),
      username: user.username,
      ...namesOf(user.name),
      avatarUrl: user.avatar_url,
      emails: [
        ...primary,
        ...others
          .filter(({ email }) => email !== user.email)
          .map(({ email, confirmed_at }) => ({ email, verified: Boolean(confirmed_at) })),
      ],
    }
  },
  signInBasic: notSupported,
  test: ({ apiUrl }) => testAddress(below(apiUrl, '/version'), looksGood),
}
