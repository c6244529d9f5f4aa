/**
 * Headers for a project key. New keys (sb_secret_…) are no JWTs and stand in apikey alone; the gateway
 * turns them into a role. With `bearer` the call is made on that person's behalf.
 */
export function keyHeaders(key: string, bearer?: string): Record<string, string> {
  const token = bearer ?? (key.startsWith('sb_') ? undefined : key)
  return { apikey: key, ...(token ? { Authorization: `Bearer ${token}` } : {}) }
}
