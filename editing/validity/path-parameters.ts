import type { FileIndex, ParameterSite } from '../references/file-index.ts'
import { isSamePath, startsWith } from '../references/plan.ts'
import type { References } from '../references/resolve.ts'
import type { Path } from '../types.ts'
import { type Finding, type Fix, shown } from './finding.ts'
import { finding } from './names.ts'

/** Variables of paths that no parameter describes, and parameters in the path that the path does not have. */
export function pathParameters(references: References, file: string): Finding[] {
  const index = references.index(file)
  if (!index) return []
  const known = new Map<string, ParameterSite | null>()
  const byPath = Map.groupBy(index.parameters, ({ path }) => `${String(path[0])}\n${String(path[1])}`)
  return index.operations.flatMap((operation) => {
    const [root, path] = operation.path
    if (root !== 'paths' || typeof path !== 'string' || operation.path.length !== 3) return []
    const near = byPath.get(`paths\n${path}`) ?? []
    const own = near.filter(
      (parameter) => startsWith(parameter.path, operation.path) && parameter.path.length === 5,
    )
    const shared = near.filter(({ path }) => path.length === 4 && path[2] === 'parameters')
    const declared = namesOf(references, file, [...own, ...shared], known)
    if (!declared) return []
    const named = new Set(
      [...path.slice(0, 2_000).matchAll(/\{([^{}]{1,200})\}/g)].map(([, name = '']) => name),
    )
    return [
      ...[...named]
        .filter((name) => !declared.has(name))
        .map((name) => undescribed(index, operation.path, operation.key, own, name)),
      ...own.flatMap((parameter) => unknown(parameter, named, operation.key)),
    ]
  })
}

function undescribed(
  index: FileIndex,
  path: Path,
  key: Finding['range'],
  own: readonly ParameterSite[],
  name: string,
): Finding {
  const type = index.kind === 'openapi2' ? { type: 'string' } : { schema: { type: 'string' } }
  const value = { name, in: 'path', required: true, ...type }
  const fix: Fix = {
    title: `Add the parameter ${name}`,
    edits:
      own.length > 0
        ? [{ type: 'insert', path: [...path, 'parameters'], index: own.length, value }]
        : [{ type: 'add', path, key: 'parameters', value: [value] }],
  }
  const message = `No parameter describes ${shown(`{${name}}`)} of the path.`
  return finding('undescribed-path-parameter', 'error', message, path, key, [fix])
}

function unknown(
  { path, name, in: place }: ParameterSite,
  named: ReadonlySet<string>,
  key: Finding['range'],
): Finding[] {
  if (place !== 'path' || name === undefined || named.has(name)) return []
  const fixes: Fix[] = [{ title: `Remove the parameter ${name}`, edits: [{ type: 'delete', path }] }]
  const message = `The path has no ${shown(`{${name}}`)}.`
  return [finding('unknown-path-parameter', 'error', message, path, key, fixes)]
}

/** The names of parameters in the path; null where a reference leads nowhere, so that nobody can tell. */
function namesOf(
  references: References,
  file: string,
  sites: readonly ParameterSite[],
  known: Map<string, ParameterSite | null>,
): Set<string> | null {
  const names = new Set<string>()
  for (const site of sites) {
    let found: ParameterSite | null | undefined = site
    if (site.ref !== undefined) {
      found = known.get(site.ref)
      if (found === undefined) {
        found = parameterAt(references, file, site.ref)
        known.set(site.ref, found)
      }
    }
    if (!found) return null
    if (found.in === 'path' && found.name !== undefined) names.add(found.name)
  }
  return names
}

const MAX_HOPS = 10

function parameterAt(references: References, file: string, ref: string, hops = 0): ParameterSite | null {
  const resolved = references.resolve(ref, file)
  if (resolved.to !== 'place' || hops > MAX_HOPS) return null
  const { target } = resolved
  const found = references.index(target.file)?.parameters.find(({ path }) => isSamePath(path, target.path))
  if (!found) return null
  return found.ref === undefined ? found : parameterAt(references, target.file, found.ref, hops + 1)
}
