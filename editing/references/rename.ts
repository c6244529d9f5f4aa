import type { Path, Refused } from '../types.ts'
import { formatOf, type Site } from './file-index.ts'
import { Changes, isSamePath, type Plan, startsWith, verified } from './plan.ts'
import { isBareName, type References, type Target } from './resolve.ts'
import { isScheme, type Subject, sitesOf, usesOf, type WordSubject } from './uses.ts'
import { fragmentSegment, tokenChange } from './write.ts'

/**
 * What has to change where for something to get another name: its key, all references to it and into it in all files,
 * discriminator mappings, security requirements, tags, links of responses. Refused where a reference would lead elsewhere.
 */
export function planRename(references: References, subject: Subject, to: string): Plan | Refused {
  const name = to.trim()
  if (name === '') return refuse('not_safe', 'The new name is empty.')
  if (name === subject.name) return new Changes().plan()
  if ('file' in subject) return renameWord(references, subject, name)
  if (subject.type === 'file' || subject.target.path.length === 0)
    return refuse('not_safe', 'A file is renamed in the list of files.')
  return renameKey(references, subject.target, name)
}

function renameKey(references: References, target: Target, name: string): Plan | Refused {
  const { file, path } = target
  const fault = faultOf(references, target, name)
  if (fault) return fault
  const place = references.locate(file, path)
  const format = formatOf(file)
  if (!place?.key || !place.keyStyle || format === null)
    return refuse('not_found', 'There is nothing of this name any more.')
  const changes = new Changes()
  const key = { range: place.key, style: place.keyStyle }
  changes.add(file, tokenChange(references.text(file), key, name, format))
  for (const index of references.indexes()) {
    for (const site of index.sites) {
      const value = renamedReference(references, site, index.path, target, name)
      if (value !== null) changes.add(index.path, siteChange(references, index.path, site, value))
    }
  }
  if (isScheme(path)) addWords(references, changes, file, ['schemeUse'], String(path.at(-1)), name)
  const renamed = [...path.slice(0, -1), name]
  return verified(references, changes.plan([], notesOf(references, target)), (at) =>
    at.file === file && startsWith(at.path, path)
      ? { file, path: [...renamed, ...at.path.slice(path.length)] }
      : at,
  )
}

function faultOf(references: References, { file, path }: Target, name: string): Refused | null {
  const section = path.slice(0, -1)
  const isComponent = path[0] === 'components'
  if (isComponent && !/^[a-zA-Z0-9.\-_]+$/.test(name)) {
    const reason = 'Names of components are letters, digits, dots, hyphens and underscores (OpenAPI 3).'
    return refuse('not_safe', reason)
  }
  if (path[0] === 'paths' && !name.startsWith('/')) return refuse('not_safe', 'A path begins with a slash.')
  return references.locate(file, [...section, name]) ? refuse('exists', `There is “${name}” already.`) : null
}

/** What a reference says when its target is called otherwise; null where it does not speak of it. */
function renamedReference(
  references: References,
  site: Site,
  from: string,
  target: Target,
  name: string,
): string | null {
  const written = references.written(site, from)
  if (written.to !== 'place' || written.target.file !== target.file) return null
  const { path } = written.target
  if (!startsWith(path, target.path)) return null
  if (site.kind === 'mapping' && isBareName(site.value))
    return isBareName(name)
      ? name
      : `#/${[...target.path.slice(0, -1), name].map((key) => fragmentSegment(String(key))).join('/')}`
  const at = target.path.length - 1
  if (site.kind === 'ref' || site.kind === 'mapping') return withSegment(site.value, path, at, name)
  return withTail(site, path, at, name)
}

function withSegment(value: string, path: Path, at: number, name: string): string | null {
  const hash = value.indexOf('#')
  const segments = value.slice(hash + 1).split('/')
  // An anchor says nothing of the path.
  if (hash === -1 || segments[0] !== '') return null
  if (segments.length - 1 === path.length) segments[at + 1] = fragmentSegment(name)
  else {
    const keys = path.map((key, index) => (index === at ? name : String(key)))
    segments.splice(1, segments.length, ...keys.map(fragmentSegment))
  }
  return `${value.slice(0, hash)}#${segments.join('/')}`
}

function withTail({ value, kind }: Site, path: Path, at: number, name: string): string {
  const end = /[?#]/.exec(value)?.index ?? value.length
  const parts = value.slice(0, end).split('/')
  const segment = name.replaceAll('~', '~0').replaceAll('/', '~1')
  parts[parts.length - path.length + at] = kind === 'uri' ? segment : encodeURIComponent(segment)
  return parts.join('/') + value.slice(end)
}

function renameWord(references: References, subject: WordSubject, name: string): Plan | Refused {
  const kinds =
    subject.type === 'tag' ? (['tag', 'tagUse'] as const) : (['operationId', 'operationUse'] as const)
  const uses = usesOf(references, subject)
  const owner = uses[0]?.file ?? subject.file
  const exists = usesOf(references, { ...subject, name }).some(({ kind }) => kind === kinds[0])
  if (exists) return refuse('exists', `There is “${name}” already.`)
  const changes = new Changes()
  addWords(references, changes, owner, kinds, subject.name, name)
  return verified(references, changes.plan(), (at) => at)
}

function addWords(
  references: References,
  changes: Changes,
  owner: string,
  kinds: readonly Site['kind'][],
  from: string,
  to: string,
): void {
  for (const use of sitesOf(references, owner, kinds, from)) {
    const site = references.index(use.file)?.sites.find(({ range }) => range === use.range)
    if (site) changes.add(use.file, siteChange(references, use.file, site, to))
  }
}

/** The change that makes a site say something else. */
export function siteChange(references: References, file: string, site: Site, value: string) {
  const format = formatOf(file)
  return format === null ? null : tokenChange(references.text(file), site, value, format)
}

// Where no mapping says otherwise, a discriminator's value is the name of the schema: data that is sent changes with it.
function notesOf(references: References, { file, path }: Target): string[] {
  if (path.at(-2) !== 'schemas' && path.at(-2) !== 'definitions') return []
  const text = references.text(file)
  if (!/["']?discriminator["']?\s*:/.test(text)) return []
  const mapped = [...references.resolved(file)].some(
    ([{ kind }, to]) => kind === 'mapping' && to.to === 'place' && isSamePath(to.target.path, path),
  )
  return mapped
    ? []
    : [
        'This file has discriminators. Where one chooses this schema by its name alone, clients have to send the new name.',
      ]
}

function refuse(refused: Refused['refused'], reason: string): Refused {
  return { refused, reason }
}
