// Where somebody was lately on this device: five projects and searches a workspace, and the workspaces for the base host.
import { workspaceSlugPattern } from '../../../../supabase/functions/_shared/domain/slugs.ts'
import { config } from '../config/config.ts'
import { workspaceOrigin } from '../config/paths.ts'
import { readSharedCookie, writeSharedCookie } from './shared-cookie.ts'

const keep = 5
const fourteenDaysSeconds = 1_209_600
const cookieName = 'recent_workspace'
const hostsKey = 'recently-accessed'

const hostOf = (slug: string) => new URL(workspaceOrigin(slug)).host
const storageKey = (workspaceId: number) => `recent-projects:${workspaceId}`

/** Slugs of the projects opened last, newest first; at most five. */
export function recentProjects(workspaceId: number): string[] {
  return storedList(storageKey(workspaceId))
}

/** Puts a project at the front of the recent ones. */
export function rememberProject(workspaceId: number, slug: string): void {
  putFirst(storageKey(workspaceId), slug)
}

const searchesKey = (workspaceId: number) => `recent-searches:${workspaceId}`

/** What was searched for last and led somewhere, newest first; at most five. */
export function recentSearches(workspaceId: number): string[] {
  return storedList(searchesKey(workspaceId))
}

/** Puts a search at the front of the recent ones. */
export function rememberSearch(workspaceId: number, text: string): void {
  putFirst(searchesKey(workspaceId), text)
}

/** Notes a visit to a workspace: its host here, its slug for all hosts in a cookie of the parent domain for 14 days. */
export function rememberWorkspace(slug: string): void {
  putFirst(hostsKey, hostOf(slug))
  const slugs = [slug, ...visitedSlugs().filter((other) => other !== slug)].slice(0, keep)
  writeSharedCookie(cookieName, slugs.join('_'), fourteenDaysSeconds)
}

/**
 * Hosts of the workspaces visited last, newest first; at most five. Each host has a storage of its own: the
 * base host's list grows by what the cookie says.
 */
export function recentWorkspaces(): string[] {
  for (const slug of visitedSlugs().reverse()) putFirst(hostsKey, hostOf(slug))
  return storedList(hostsKey).filter(isWorkspaceHost)
}

/** Newest first. Any sub-domain can set the cookie: only what is a slug counts. */
function visitedSlugs(): string[] {
  const slugs = (readSharedCookie(cookieName) ?? '').split('_').slice(0, keep)
  return slugs.filter((slug) => workspaceSlugPattern.test(slug))
}

function isWorkspaceHost(host: string): boolean {
  const suffix = `.${config.baseHost}`
  return host.endsWith(suffix) && workspaceSlugPattern.test(host.slice(0, -suffix.length))
}

function storedList(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string').slice(0, keep) : []
  } catch {
    return []
  }
}

function putFirst(key: string, entry: string): void {
  const others = storedList(key).filter((other) => other !== entry)
  window.localStorage.setItem(key, JSON.stringify([entry, ...others].slice(0, keep)))
}
