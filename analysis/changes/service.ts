import { isObject, own, ownItems, ownObject, ownString } from '../json.ts'
import type { Subject } from './change-list.ts'
import type { Comparison, DescriptionAt } from './context.ts'
import { compareServiceSecurity } from './security.ts'

const SERVICE: Subject = { node: 'http_service' }

/** What belongs to the whole API: servers, security, models. */
export function compareService(comparison: Comparison): void {
  const { changes, old, now } = comparison
  const [before, after] = [serversOf(old), serversOf(now)]
  for (const url of before) {
    if (!after.has(url))
      changes.add(SERVICE, 'api-server-removed', { at: old.root, side: 'old', before: url })
  }
  for (const url of after) {
    if (!before.has(url)) changes.add(SERVICE, 'api-server-added', { at: now.root, after: url })
  }
  compareServiceSecurity(comparison)
  compareModelNames(comparison)
}

/** Says when the version does not tell of what breaks; called when everything else is compared. */
export function compareVersions({ old, now, changes }: Comparison): void {
  if (!changes.found.some(({ level }) => level === 'major')) return
  const [before, after] = [old, now].map(({ root }) => own(ownObject(root.value, 'info') ?? {}, 'version'))
  const [from, to] = [numbersOf(before), numbersOf(after)]
  if (!from || !to) return
  const details = { at: now.root, before, after }
  const step =
    from.map((number, index) => (to[index] ?? 0) - number).find((difference) => difference !== 0) ?? 0
  if (step < 0) changes.add(SERVICE, 'api-version-decreased', details)
  else if (from[0] !== to[0]) return
  else if (step > 0) changes.add(SERVICE, 'api-major-version-not-bumped', details)
  else changes.add(SERVICE, 'api-version-not-bumped', details)
}

function numbersOf(version: unknown): number[] | undefined {
  const found = typeof version === 'string' ? /^v?(\d+)\.(\d+)(?:\.(\d+))?(?=$|[-+])/.exec(version) : null
  return found?.slice(1, 4).map((number) => Number(number ?? 0))
}

function compareModelNames({ old, now, changes }: Comparison): void {
  const [before, after] = [modelsOf(old), modelsOf(now)]
  for (const [name, at] of before) {
    if (!after.has(name)) changes.add({ node: 'model' }, 'api-schema-removed', { at, side: 'old', name })
  }
  for (const [name, at] of after) {
    if (!before.has(name)) changes.add({ node: 'model' }, 'api-schema-added', { at, name })
  }
}

function modelsOf({ root, side, kind }: DescriptionAt) {
  const keys = kind === 'openapi2' ? ['definitions'] : ['components', 'schemas']
  return new Map(side.entries(root, ...keys))
}

// Version 2.0 says host, basePath and schemes where 3.x lists servers.
function serversOf({ root, kind }: DescriptionAt): Set<string> {
  if (kind !== 'openapi2') {
    const urls = ownItems(root.value, 'servers').flatMap((server) =>
      isObject(server) ? (ownString(server, 'url') ?? []) : [],
    )
    return new Set(urls)
  }
  const host = ownString(root.value, 'host') ?? ''
  const base = ownString(root.value, 'basePath') ?? ''
  if (!host) return new Set(base ? [base] : [])
  const schemes = ownItems(root.value, 'schemes')
  return new Set(
    (schemes.length > 0 ? schemes : ['https']).map((scheme) => `${String(scheme)}://${host}${base}`),
  )
}
