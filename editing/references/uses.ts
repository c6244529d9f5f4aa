import type { Path, Range } from '../types.ts'
import type { Definition, FileIndex, Site, SiteKind } from './file-index.ts'
import { startsWith } from './plan.ts'
import type { References, Target } from './resolve.ts'

/** A place that uses something. */
export interface Use {
  readonly file: string
  readonly path: Path
  readonly range: Range
  readonly kind: SiteKind
}

/** What a name in a file is the name of. */
export type Subject = PlaceSubject | WordSubject

/** A value that references lead to. */
export interface PlaceSubject {
  readonly type: 'component' | 'path' | 'file'
  readonly target: Target
  readonly name: string
}

/** A word that a description and its parts repeat. */
export interface WordSubject {
  readonly type: 'tag' | 'operationId'
  readonly file: string
  readonly name: string
}

/** The name or the reference at an offset, or the component or path that a place is a part of; null where there is none. */
export function subjectAt(references: References, file: string, path: Path, offset: number): Subject | null {
  const index = references.index(file)
  if (!index) return null
  const site = siteAt(index, offset)
  const named = site && subjectOf(references, file, site)
  if (named) return named
  const definition = [...index.components, ...index.paths].findLast((known) => startsWith(path, known.path))
  return definition ? subjectOfDefinition(file, definition) : null
}

/** The site at an offset; at its end counts too. */
export function siteAt({ sites }: FileIndex, offset: number): Site | undefined {
  return sites.find(({ range }) => range.from <= offset && offset <= range.to)
}

function subjectOf(references: References, file: string, site: Site): Subject | null {
  if (site.kind === 'tag' || site.kind === 'tagUse') return { type: 'tag', file, name: site.value }
  if (site.kind === 'operationId' || site.kind === 'operationUse')
    return { type: 'operationId', file, name: site.value }
  if (site.kind === 'schemeUse') {
    const target = schemeOf(references, file, site.value)
    return target && { type: 'component', target, name: site.value }
  }
  const resolved = references.resolved(file).get(site)
  return resolved?.to === 'place' ? subjectOfTarget(references, resolved.target) : null
}

function subjectOfTarget(references: References, target: Target): Subject {
  const index = references.index(target.file)
  const definition =
    index && [...index.components, ...index.paths].findLast(({ path }) => startsWith(target.path, path))
  if (definition) return subjectOfDefinition(target.file, definition)
  const name = target.path.at(-1) ?? target.file.slice(target.file.lastIndexOf('/') + 1)
  return { type: target.path.length === 0 ? 'file' : 'path', target, name: String(name) }
}

function subjectOfDefinition(file: string, { path }: Definition): Subject {
  const type = path[0] === 'paths' || path[0] === 'webhooks' ? 'path' : 'component'
  return { type, target: { file, path }, name: String(path.at(-1)) }
}

/** The security scheme of a name, as a file sees it. */
export function schemeOf(references: References, file: string, name: string): Target | null {
  for (const [owner] of ownersOf(references, file)) {
    const found = references
      .index(owner)
      ?.components.find(({ path }) => isScheme(path) && String(path.at(-1)) === name)
    if (found) return { file: owner, path: found.path }
  }
  return null
}

export function isScheme(path: Path): boolean {
  return path.at(-2) === 'securitySchemes' || path.at(-2) === 'securityDefinitions'
}

/** All that uses something: its references in all files, what names it by its name, and what is inside of it. */
export function usesOf(references: References, subject: Subject): Use[] {
  if ('file' in subject) return namedUses(references, subject)
  const { target } = subject
  const found = [...references.indexes()].flatMap((index) =>
    [...references.resolved(index.path)].flatMap(([site, resolved]) => {
      const written = references.written(site, index.path)
      const isUse = [resolved, written].some((to) => to.to === 'place' && isAt(to.target, target))
      return isUse ? [asUse(index.path, site)] : []
    }),
  )
  if (isScheme(target.path)) {
    found.push(...sitesOf(references, target.file, ['schemeUse'], String(target.path.at(-1))))
  }
  return found
}

function namedUses(references: References, { type, file, name }: WordSubject): Use[] {
  const kinds: SiteKind[] = type === 'tag' ? ['tag', 'tagUse'] : ['operationId', 'operationUse']
  const owner = [...ownersOf(references, file)][0]?.[0] ?? file
  return sitesOf(references, owner, kinds, name)
}

/** The places of a description, and of the parts in files of their own, that say a name. */
export function sitesOf(
  references: References,
  file: string,
  kinds: readonly SiteKind[],
  name: string,
): Use[] {
  return partsOf(references, file).flatMap((part) =>
    (references.index(part)?.sites ?? [])
      .filter(({ kind, value }) => kinds.includes(kind) && value === name)
      .map((site) => asUse(part, site)),
  )
}

function asUse(file: string, { path, range, kind }: Site): Use {
  return { file, path, range, kind }
}

function isAt(target: Target, place: Target): boolean {
  return target.file === place.file && startsWith(target.path, place.path)
}

/** A description and the files with its parts, which are no descriptions of their own. */
export function partsOf(references: References, file: string): string[] {
  const parts = new Set([file])
  for (const part of parts) {
    for (const resolved of references.resolved(part).values()) {
      if (resolved.to !== 'place') continue
      const { file: other } = resolved.target
      if (references.index(other)?.kind === 'loose') parts.add(other)
    }
  }
  return [...parts]
}

/** The descriptions that a file is, or is a part of, with their parts. */
function ownersOf(references: References, file: string): [string, string[]][] {
  const kind = references.index(file)?.kind
  if (kind !== 'loose') return [[file, partsOf(references, file)]]
  return [...references.indexes()]
    .filter((index) => index.kind === 'openapi2' || index.kind === 'openapi3')
    .map(({ path }): [string, string[]] => [path, partsOf(references, path)])
    .filter(([, parts]) => parts.includes(file))
}
