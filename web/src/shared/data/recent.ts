// Where somebody was lately: five projects a workspace on this device, and the last workspace for the base host.
import { config } from '../config/config.ts'

const keep = 5
const fourteenDaysSeconds = 1_209_600
const cookieName = 'recent_workspace'

const storageKey = (workspaceId: number) => `recent-projects:${workspaceId}`

/** Slugs of the projects opened last, newest first; at most five. */
export function recentProjects(workspaceId: number): string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey(workspaceId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((slug) => typeof slug === 'string').slice(0, keep) : []
  } catch {
    return []
  }
}

/** Puts a project at the front of the recent ones. */
export function rememberProject(workspaceId: number, slug: string): void {
  const others = recentProjects(workspaceId).filter((other) => other !== slug)
  window.localStorage.setItem(storageKey(workspaceId), JSON.stringify([slug, ...others].slice(0, keep)))
}

/** Leaves the workspace's slug in a cookie of the parent domain, for 14 days. */
export function rememberWorkspace(slug: string): void {
  const domain = config.baseHost.split(':')[0]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from insecure origins and Firefox.
  document.cookie = `${cookieName}=${encodeURIComponent(slug)}; Max-Age=${fourteenDaysSeconds}; Path=/; Domain=.${domain}; SameSite=Lax`
}

/** Slug of the workspace visited last on this device, or null. */
export function recentWorkspace(): string | null {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${cookieName}=`))
  return pair ? decodeURIComponent(pair.slice(cookieName.length + 1)) : null
}
