// What refers, and whether it leads to what it should.
import { objectOf, typeAt } from '../openapi/table.ts'
import type { Site } from '../references/file-index.ts'
import type { References, Resolved, Target } from '../references/resolve.ts'
import type { Path } from '../types.ts'
import { type Finding, type Fix, meant, shown } from './finding.ts'
import { put } from './fixes.ts'
import { finding } from './names.ts'
import { rootOf } from './roots.ts'

/** References, links and entries that lead nowhere, or to something else than is needed. */
export function links(references: References, file: string, others: ReadonlySet<string>): Finding[] {
  return [...references.resolved(file)].flatMap(([site, resolved]) => {
    // What an extension means by a reference is its own.
    if (site.path.some((key) => typeof key === 'string' && key.startsWith('x-'))) return []
    if (resolved.to === 'place') return wrongKind(references, file, site, resolved.target)
    const broken =
      resolved.to === 'outside' ? outside(site) : nothing(references, file, site, resolved, others)
    return broken ?? []
  })
}

function outside(site: Site): Finding | null {
  const { kind, value, path, range } = site
  if (/^(https?:)?\/\//i.test(value) && (kind === 'ref' || kind === 'mapping'))
    return finding(
      'remote-reference',
      'hint',
      `${shown(value)} is on another site and is not read here.`,
      path,
      range,
    )
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(value)) return null
  return finding('outside-reference', 'error', `${shown(value)} leads out of the project.`, path, range)
}

function nothing(
  references: References,
  file: string,
  site: Site,
  resolved: Resolved & { to: 'nothing' },
  others: ReadonlySet<string>,
): Finding | null {
  const { kind, value, path, range } = site
  if (resolved.file !== undefined && others.has(resolved.file)) return null
  if (kind === 'link')
    return finding('broken-link', 'warning', `${shown(value)} leads to no file of the project.`, path, range)
  if (kind === 'uri')
    return finding('broken-entry', 'warning', `${shown(value)} is no page of the project.`, path, range)
  const message =
    resolved.file !== undefined && !references.has(resolved.file)
      ? `There is no file ${shown(resolved.file)}.`
      : `${shown(value)} leads to nothing.`
  return finding('unresolved-reference', 'error', message, path, range, [
    ...similar(references, file, site),
    ...creation(references, file, site),
  ])
}

function similar(references: References, file: string, site: Site): Fix[] {
  const written = references.written(site, file)
  if (site.kind !== 'ref' || written.to !== 'place') return []
  const { target } = written
  const home = target.path.slice(0, -1).join('\n')
  const names = references
    .index(target.file)
    ?.components.filter(({ path }) => path.slice(0, -1).join('\n') === home)
    .map(({ path }) => String(path.at(-1)))
  const name = meant(String(target.path.at(-1)), names ?? [])
  if (name === undefined || !/^[\w.-]+$/.test(name)) return []
  return [put(site.path, `${site.value.slice(0, site.value.lastIndexOf('/') + 1)}${name}`)]
}

/** What components of a section begin as. */
const BEGINNINGS: Readonly<Record<string, unknown>> = {
  schemas: { type: 'object' },
  responses: { description: '' },
  parameters: { name: 'name', in: 'query', schema: { type: 'string' } },
  examples: { value: {} },
  requestBodies: { content: { 'application/json': { schema: { type: 'object' } } } },
  headers: { schema: { type: 'string' } },
  securitySchemes: { type: 'http', scheme: 'bearer' },
  links: { operationId: '' },
  callbacks: {},
  pathItems: {},
}
const BEGINNINGS_2: Readonly<Record<string, unknown>> = {
  definitions: { type: 'object' },
  responses: { description: '' },
  parameters: { name: 'name', in: 'query', type: 'string' },
}

/** The fix that makes the component that is referred to, in its own file. */
function creation(references: References, file: string, site: Site): Fix[] {
  const written = references.written(site, file)
  if (site.kind !== 'ref' || written.to !== 'place' || written.target.file !== file) return []
  const { path } = written.target
  const is2 = references.index(file)?.kind === 'openapi2'
  const [section, name] = (is2 ? path : path.slice(1)).map(String)
  const beginnings = is2 ? BEGINNINGS_2 : BEGINNINGS
  if (path.length !== (is2 ? 2 : 3) || (!is2 && path[0] !== 'components')) return []
  if (section === undefined || name === undefined || !/^[\w.-]{1,100}$/.test(name)) return []
  if (!Object.hasOwn(beginnings, section)) return []
  const home = path.slice(0, -1)
  // As much of the way as is there already.
  let depth = home.length
  while (depth > 0 && !references.locate(file, home.slice(0, depth))) depth -= 1
  const value = path
    .slice(depth + 1)
    .reduceRight<unknown>((inner, key) => ({ [key]: inner }), beginnings[section])
  const edit = { type: 'add', path: path.slice(0, depth), key: String(path[depth]), value } as const
  return [{ title: `Create ${name}`, edits: [edit] }]
}

function wrongKind(
  references: References,
  file: string,
  { kind, path, range, value }: Site,
  target: Target,
): Finding[] {
  if (kind !== 'ref' || path.at(-1) !== '$ref') return []
  const [needed, found] = [
    objectAt(references, file, path.slice(0, -1)),
    objectAt(references, target.file, target.path),
  ]
  if (!needed || !found || needed === found) return []
  const message = `${shown(value)} is ${named(found)}; ${named(needed)} is needed here.`
  return [finding('wrong-reference', 'error', message, path, range)]
}

function objectAt(references: References, file: string, path: Path): string | undefined {
  const root = rootOf(references, file)
  if (!root) return undefined
  const type = typeAt(root.type, path, root.version)
  return type === null ? undefined : objectOf(type)?.name
}

function named(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}
