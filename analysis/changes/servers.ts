import { isObject, own, ownItems, ownString } from '../json.ts'
import type { JsonObject } from '../types.ts'
import type { Subject } from './change-list.ts'
import type { Comparison, DescriptionAt } from './context.ts'
import type { ObjectAt } from './side.ts'

/** The servers of the whole API. */
export function compareServers({ old, now, changes }: Comparison): void {
  compareUrls(serversOf(old), serversOf(now), { node: 'http_service' }, old.root, now.root, changes)
}

/** The servers of an operation, where it or its path has a list of its own: the nearest list counts. */
export function compareOperationServers(
  before: ObjectAt[],
  after: ObjectAt[],
  subject: Subject,
  { old, now, changes }: Comparison,
): void {
  const [from, to] = [before, after].map((holders) => holders.find(({ value }) => hasServers(value)))
  if (!from && !to) return
  const was = from ? urlsOf(from.value) : serversOf(old)
  const is = to ? urlsOf(to.value) : serversOf(now)
  compareUrls(was, is, subject, from ?? old.root, to ?? now.root, changes)
}

function compareUrls(
  before: Set<string>,
  after: Set<string>,
  subject: Subject,
  from: ObjectAt,
  to: ObjectAt,
  changes: Comparison['changes'],
): void {
  for (const url of before) {
    if (!after.has(url)) changes.add(subject, 'api-server-removed', { at: from, side: 'old', before: url })
  }
  for (const url of after) {
    if (!before.has(url)) changes.add(subject, 'api-server-added', { at: to, after: url })
  }
}

function hasServers(holder: JsonObject): boolean {
  return Array.isArray(own(holder, 'servers'))
}

function urlsOf(holder: JsonObject): Set<string> {
  return new Set(
    ownItems(holder, 'servers').flatMap((server) => {
      const url = isObject(server) ? ownString(server, 'url') : undefined
      return url ? [url.replace(/\/$/, '')] : []
    }),
  )
}

// Version 2.0 says host, basePath and schemes where 3.x lists servers.
function serversOf({ root, kind }: DescriptionAt): Set<string> {
  if (kind !== 'openapi2') return urlsOf(root.value)
  const host = ownString(root.value, 'host') ?? ''
  const base = (ownString(root.value, 'basePath') ?? '').replace(/\/$/, '')
  if (!host) return new Set(base ? [base] : [])
  const schemes = ownItems(root.value, 'schemes')
  return new Set(
    (schemes.length > 0 ? schemes : ['https']).map((scheme) => `${String(scheme)}://${host}${base}`),
  )
}
