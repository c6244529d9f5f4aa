import type { OpenApiKind } from '../files/kinds.ts'
import { own, ownObject, pointer } from '../json.ts'
import type { Subject } from './change-list.ts'
import type { Comparison, DescriptionAt } from './context.ts'
import { compareServiceSecurity } from './security.ts'
import { compareServers } from './servers.ts'

const SERVICE: Subject = { node: 'http_service' }

/** What belongs to the whole API: servers, security, models. */
export function compareService(comparison: Comparison): void {
  compareServers(comparison)
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
    if (after.has(name)) continue
    changes.add(modelAt(old, name), 'api-schema-removed', { at, side: 'old', name })
  }
  for (const [name, at] of after) {
    if (!before.has(name)) changes.add(modelAt(now, name), 'api-schema-added', { at, name })
  }
}

function modelAt({ root, kind }: DescriptionAt, name: string): Subject {
  return { node: 'model', uri: root.document.uri + pointer(...modelKeys(kind), name) }
}

function modelsOf({ root, side, kind }: DescriptionAt) {
  return new Map(side.entries(root, ...modelKeys(kind)))
}

function modelKeys(kind: OpenApiKind): string[] {
  return kind === 'openapi2' ? ['definitions'] : ['components', 'schemas']
}
