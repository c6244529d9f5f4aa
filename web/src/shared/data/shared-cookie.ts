// Cookies of the parent domain: what the base host and the workspaces' hosts of one browser know together.
import { config } from '../config/config.ts'
import { customDomainOf } from '../config/paths.ts'

/** The value of a cookie, or undefined. Any sub-domain may have written it: check what it says. */
export function readSharedCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Writes a cookie for all hosts of the installation, at a custom domain for that alone; `value` is of letters, digits, dashes and underscores. */
export function writeSharedCookie(name: string, value: string, maxAgeSeconds: number): void {
  const parent = customDomainOf(window.location.host) ? '' : `; Domain=.${config.baseHost.split(':')[0]}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from insecure origins and Firefox.
  document.cookie = `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/${parent}; SameSite=Lax`
}
