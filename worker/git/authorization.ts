// How Git itself is let in with a token, by kind of host; as the vendors' pages on "HTTPS cloning" have it.

/** The header `Authorization` for a token of OAuth. */
export function tokenHeader(kind: string, token: string): string {
  if (kind === 'github') return basicHeader('x-access-token', token)
  if (kind === 'gitlab') return basicHeader('oauth2', token)
  if (kind === 'bitbucket_cloud') return basicHeader('x-token-auth', token)
  return `Bearer ${token}`
}

/** The header `Authorization` for a name and a password or personal access token (RFC 7617). */
export function basicHeader(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
