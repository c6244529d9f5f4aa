// Rules that see the whole of a description: names that must be unlike, known, or there.
import type { FileIndex } from '../references/file-index.ts'
import type { References } from '../references/resolve.ts'
import { unusedComponents } from '../references/unused.ts'
import { schemeOf } from '../references/uses.ts'
import type { Range } from '../types.ts'
import { type Finding, type Fix, meant, shown } from './finding.ts'
import { put, remove } from './fixes.ts'

/** operationIds that are there twice. */
export function sameOperationIds({ sites }: FileIndex): Finding[] {
  const ids = sites.filter(({ kind, path }) => kind === 'operationId' && !path.some(isExtension))
  const count = new Map<string, number>()
  for (const { value } of ids) count.set(value, (count.get(value) ?? 0) + 1)
  const taken = new Set(count.keys())
  return ids.flatMap(({ value, path, range }) => {
    if ((count.get(value) ?? 0) < 2) return []
    const free = freeName(value, taken)
    const message = `Another operation has the operationId ${shown(value)} too.`
    return finding('same-operation-id', 'error', message, path, range, [put(path, free)])
  })
}

function isExtension(key: string | number): boolean {
  return typeof key === 'string' && key.startsWith('x-')
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${name}${number}`)) number += 1
  return `${name}${number}`
}

/** Paths that no request can tell apart: their variables have other names, nothing else. */
export function samePaths({ paths }: FileIndex): Finding[] {
  const byShape = Map.groupBy(
    paths.filter(({ path }) => path[0] === 'paths'),
    ({ path }) =>
      String(path[1])
        .slice(0, 2_000)
        .replace(/\{[^{}]*\}/g, '{}'),
  )
  return [...byShape.values()].flatMap((alike) => {
    const [first, ...others] = alike
    return others.map(({ path, key }) => {
      const message = `A request cannot tell this path from ${shown(String(first?.path[1]))}.`
      return finding('same-path', 'error', message, path, key)
    })
  })
}

/** Tags of operations that the description does not list. */
export function undefinedTags({ sites, kind }: FileIndex): Finding[] {
  if (kind !== 'openapi2' && kind !== 'openapi3') return []
  const defined = new Set(sites.filter((site) => site.kind === 'tag').map(({ value }) => value))
  const hasTags = defined.size > 0
  const said = new Set<string>()
  return sites.flatMap(({ kind, value, path, range }) => {
    if (kind !== 'tagUse' || defined.has(value) || said.has(value)) return []
    said.add(value)
    const add: Fix = hasTags
      ? {
          title: `Add the tag ${value}`,
          edits: [{ type: 'insert', path: ['tags'], index: defined.size, value: { name: value } }],
        }
      : {
          title: `Add the tag ${value}`,
          edits: [{ type: 'add', path: [], key: 'tags', value: [{ name: value }] }],
        }
    const name = meant(value, defined)
    const message = `The tag ${shown(value)} is not in the list of tags, which orders and describes them.`
    return finding('undefined-tag', hasTags ? 'warning' : 'hint', message, path, range, [
      ...(name ? [put(path, name)] : []),
      add,
    ])
  })
}

/** Security schemes that operations ask for and nobody describes. */
export function undefinedSchemes(references: References, file: string): Finding[] {
  const index = references.index(file)
  if (!index || (index.kind !== 'openapi2' && index.kind !== 'openapi3')) return []
  const names = index.components
    .filter(({ path }) => /^security(Schemes|Definitions)$/.test(String(path.at(-2))))
    .map(({ path }) => String(path.at(-1)))
  const known = new Map<string, boolean>()
  return index.sites.flatMap(({ kind, value, path, range }) => {
    if (kind !== 'schemeUse') return []
    const isKnown = known.get(value) ?? schemeOf(references, file, value) !== null
    known.set(value, isKnown)
    if (isKnown) return []
    const name = meant(value, names)
    const fixes: Fix[] = name
      ? [{ title: `Change to ${name}`, edits: [{ type: 'rename', path, key: name }] }]
      : []
    const message = `There is no security scheme ${shown(value)}.`
    return finding('undefined-scheme', 'error', message, path, range, fixes)
  })
}

/** Components that nothing leads to. */
export function unused(references: References, file: string): Finding[] {
  return unusedComponents(references, file).map(({ path, key }) =>
    finding('unused-component', 'hint', `Nothing refers to ${shown(String(path.at(-1)))}.`, path, key, [
      remove(path),
    ]),
  )
}

/** A finding of a rule. */
export function finding(
  code: string,
  severity: Finding['severity'],
  message: string,
  path: Finding['path'],
  range: Range,
  fixes: readonly Fix[] = [],
): Finding {
  return { code, severity, message, path, range, fixes }
}
