// Resources as they are answered: with schemas, addresses and versions, and of the attributes those that were asked for.
import type { StoredResource } from '../../_shared/db/service-scim.ts'
import type { Json } from '../../_shared/domain/database.gen.ts'
import { groupKind, placeOf, type ResourceKind } from './schema.ts'
import { isObject, type Resource } from './values.ts'

export interface Shown {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** How a version stands in headers and in meta. */
export const etagOf = (resource: StoredResource) => `W/"${resource.meta.version}"`

/** A resource for its reader; `base` is the address of the service. */
export function presented(
  kind: ResourceKind,
  base: string,
  resource: StoredResource,
  shown: Shown = {},
): Resource {
  const { extension } = kind
  const full: Resource = {
    schemas: [kind.urn, ...(extension && resource[extension.urn] ? [extension.urn] : [])],
    ...resource,
    meta: { ...resource.meta, location: `${base}${kind.path}/${resource.id}`, version: etagOf(resource) },
  }
  for (const [name, path] of [
    ['groups', '/Groups'],
    ['members', '/Users'],
  ] as const) {
    const values = full[name]
    if (Array.isArray(values))
      full[name] = values.map((one) =>
        isObject(one) ? { ...one, $ref: `${base}${path}/${one.value}` } : one,
      )
  }
  return selected(kind, full, shown)
}

/** Whether members of groups are shown: they are what takes time. */
export function showsMembers({ attributes, excludedAttributes }: Shown): boolean {
  const names = (list: string) => pathsIn(groupKind, list).map(([first]) => first)
  if (attributes) return names(attributes).includes('members')
  return (
    !excludedAttributes || !pathsIn(groupKind, excludedAttributes).some((path) => path.join() === 'members')
  )
}

function selected(kind: ResourceKind, full: Resource, { attributes, excludedAttributes }: Shown): Resource {
  if (attributes) {
    const kept: Resource = { schemas: full.schemas ?? [], id: full.id ?? '' }
    for (const path of pathsIn(kind, attributes)) copy(full, kept, path)
    return kept
  }
  const kept = structuredClone(full)
  for (const path of excludedAttributes ? pathsIn(kind, excludedAttributes) : [])
    if (path[0] !== 'id' && path[0] !== 'schemas') drop(kept, path)
  return kept
}

// Names that nothing is called ask for nothing (RFC 7644 §3.9).
function pathsIn(kind: ResourceKind, list: string): string[][] {
  return list
    .split(',')
    .slice(0, 100)
    .flatMap((name) => {
      const place = placeOf(kind, name.trim())
      if (place === 'extension') return kind.extension ? [[kind.extension.urn]] : []
      return place ? [place.path] : []
    })
}

function copy(from: Resource, to: Resource, [name = '', ...rest]: string[]): void {
  const value = from[name]
  if (value === undefined) return
  if (rest.length === 0) to[name] = value
  else if (Array.isArray(value)) to[name] = combined(value, to[name], rest)
  else if (isObject(value)) {
    const held = to[name]
    const inner = isObject(held) ? held : {}
    copy(value, inner, rest)
    to[name] = inner
  }
}

function combined(values: Json[], held: Json | undefined, rest: string[]): Json[] {
  return values.filter(isObject).map((one, at) => {
    const before = Array.isArray(held) ? held[at] : undefined
    const inner = isObject(before) ? before : {}
    copy(one, inner, rest)
    return inner
  })
}

function drop(from: Resource, [name = '', ...rest]: string[]): void {
  const value = from[name]
  if (rest.length === 0) delete from[name]
  else for (const one of Array.isArray(value) ? value : [value]) if (isObject(one)) drop(one, rest)
}
