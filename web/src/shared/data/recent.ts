// Where somebody was lately on this device: five projects and searches for each workspace and account, and the workspaces
// for the base host.
import { workspaceSlugPattern } from '../../../../supabase/functions/_shared/domain/slugs.ts'
import { config } from '../config/config.ts'
import { workspaceOrigin } from '../config/paths.ts'
import type { Scope } from './keys.ts'
import { readSharedCookie, writeSharedCookie } from './shared-cookie.ts'

const keep = 5
const fourteenDaysSeconds = 1_209_600
const cookieName = 'recent_workspace'
const hostsKey = 'recently-accessed'

const hostOf = (slug: string) => new URL(workspaceOrigin(slug)).host
// What one account looked for is not for the next one on the same device.
const storageKey = (kind: 'projects' | 'searches', { workspace, viewer }: Scope) =>
  `recent-${kind}:${workspace}:${viewer ?? 'visitor'}`

/** Slugs of the projects opened last, newest first; at most five. */
export function recentProjects(scope: Scope): string[] {
  return storedList(storageKey('projects', scope))
}

/** Puts a project at the front of the recent ones. */
export function rememberProject(scope: Scope, slug: string): void {
  putFirst(storageKey('projects', scope), slug)
}

/** What was searched for last and led somewhere, newest first; at most five. */
export function recentSearches(scope: Scope): string[] {
  return storedList(storageKey('searches', scope))
}

/** Puts a search at the front of the recent ones. */
export function rememberSearch(scope: Scope, text: string): void {
  putFirst(storageKey('searches', scope), text)
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
