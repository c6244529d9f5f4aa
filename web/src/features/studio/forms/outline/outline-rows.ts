// A description as the rows of a tree: what one jumps to. Only names are needed, so a file of 13 MB is not parsed for it.
import type { Key, Path } from '../../../../../../editing/types.ts'
import { pathKey } from '../binding/edits.ts'
import { type ComponentKind, componentsAt, type Flavour } from '../binding/flavour.ts'
import { isMethod } from '../openapi/paths.ts'

export type OutlineKind = 'overview' | 'section' | 'path' | 'operation' | 'component' | 'tag'

export interface OutlineRow {
  key: string
  kind: OutlineKind
  path: Path
  label: string
  depth: number
  /** Undefined: nothing lies in it. */
  isOpen: boolean | undefined
  position: number
  size: number
  /** Of sections: what they hold. */
  section: SectionName | null
  count: number
}

export type SectionName = 'paths' | 'webhooks' | 'tags' | ComponentKind

interface Section {
  name: SectionName
  title: string
  path: Path
}

const titles: [SectionName, string][] = [
  ['paths', 'Paths'],
  ['webhooks', 'Webhooks'],
  ['schemas', 'Models'],
  ['securitySchemes', 'Security schemes'],
  ['parameters', 'Parameters'],
  ['responses', 'Responses'],
  ['requestBodies', 'Request bodies'],
  ['headers', 'Headers'],
  ['examples', 'Examples'],
  ['links', 'Links'],
  ['callbacks', 'Callbacks'],
  ['pathItems', 'Path items'],
  ['tags', 'Tags'],
]

/** The sections that a version has, in the order they are shown. */
export function sectionsOf(flavour: Flavour): Section[] {
  return titles.flatMap(([name, title]) => {
    const path =
      name === 'paths' || name === 'webhooks' || name === 'tags' ? [name] : componentsAt(flavour, name)
    const isKnown =
      flavour === 'schema'
        ? name === 'schemas'
        : name === 'webhooks' || name === 'pathItems'
          ? flavour === 'oas31'
          : true
    return isKnown && path.length > 0 ? [{ name, title, path }] : []
  })
}

/** Sections that are listed while they are empty: one begins with them. */
const always: readonly SectionName[] = ['paths', 'schemas']

export interface OutlineOptions {
  flavour: Flavour
  title: string
  /** The names of each section's members; of tags, what they are called. */
  names: ReadonlyMap<SectionName, readonly Key[]>
  methods: (path: Path) => readonly Key[]
  isOpen: (key: string, kind: OutlineKind, count: number) => boolean
  query: string
  /** More words to find a path by: what its operations say. */
  wordsOf: (path: Path) => string
}

/** The rows, of what is open only; of a search, what matches with what it lies in. */
export function outlineRows(options: OutlineOptions): OutlineRow[] {
  const { flavour, names, methods, isOpen, wordsOf } = options
  const query = options.query.trim().toLowerCase()
  const rows: OutlineRow[] = []
  const matches = (label: string, path: Path, isPath: boolean): boolean =>
    query === '' ||
    label.toLowerCase().includes(query) ||
    (isPath && wordsOf(path).toLowerCase().includes(query))
  const push = (
    row: Omit<OutlineRow, 'key' | 'section' | 'count'> & { section?: SectionName; count?: number },
  ) =>
    rows.push({
      section: null,
      count: 0,
      ...row,
      key: row.kind === 'overview' ? 'overview' : pathKey(row.path),
    })
  const tagRows = (tags: readonly string[]): void => {
    const found = tags.flatMap((tag, index) => (matches(tag, [], false) ? [{ tag, index }] : []))
    if (found.length === 0) return
    const open = query !== '' || isOpen('["tags"]', 'section', tags.length)
    const place = { depth: 0, position: 1, size: 1 }
    push({
      kind: 'section',
      path: ['tags'],
      label: 'Tags',
      isOpen: open,
      section: 'tags',
      count: found.length,
      ...place,
    })
    if (!open) return
    for (const [nth, { tag, index }] of found.entries()) {
      const at = { depth: 1, position: nth + 1, size: found.length }
      push({ kind: 'tag', path: ['tags', index], label: tag, isOpen: undefined, ...at })
    }
  }
  if (query === '') {
    const label = flavour === 'schema' ? options.title || 'Model' : 'Overview'
    push({ kind: 'overview', path: [], label, depth: 0, isOpen: undefined, position: 1, size: 1 })
  }
  for (const { name, title, path } of sectionsOf(flavour)) {
    const all = names.get(name) ?? []
    const hasPaths = name === 'paths' || name === 'webhooks'
    if (name === 'tags') {
      tagRows(all.map(String))
      continue
    }
    const found = all.filter((key) => isName(key) && matches(String(key), [...path, key], hasPaths))
    if (found.length === 0 && (query !== '' || flavour === 'schema' || !always.includes(name))) continue
    const open = query !== '' || isOpen(pathKey(path), 'section', all.length)
    push({
      kind: 'section',
      path,
      label: title,
      depth: 0,
      isOpen: open,
      position: 1,
      size: 1,
      section: name,
      count: found.length,
    })
    if (!open) continue
    for (const [index, key] of found.entries()) {
      const at = [...path, key]
      const place = { position: index + 1, size: found.length, depth: 1 }
      if (!hasPaths) {
        push({ kind: 'component', path: at, label: String(key), isOpen: undefined, ...place })
        continue
      }
      const openPath = query !== '' ? found.length <= 50 : isOpen(pathKey(at), 'path', all.length)
      push({ kind: 'path', path: at, label: String(key), isOpen: openPath, ...place })
      if (!openPath) continue
      const own = methods(at).filter(isMethod)
      for (const [nth, method] of own.entries()) {
        push({
          kind: 'operation',
          path: [...at, method],
          label: method,
          depth: 2,
          isOpen: undefined,
          position: nth + 1,
          size: own.length,
        })
      }
    }
  }
  return rows
}

const isName = (key: Key): boolean => typeof key === 'number' || !key.startsWith('x-')
