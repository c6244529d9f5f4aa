// Ways to mend what rules find. Each is made of edits that the engine checks, so that none can break a text.
import { isObject, own } from '../../analysis/json.ts'
import type { Edit, Path } from '../types.ts'
import type { Fix } from '../validity/finding.ts'
import { remove } from '../validity/fixes.ts'
import { inCasing } from './casing.ts'

/** What a rule asks of a value: the name of its function, and how it is set. */
export interface Asked {
  readonly function: string
  readonly field: string | undefined
  readonly options: unknown
}

/** A place that a rule found, and what the rule asks. */
export interface RuleFinding {
  readonly code: string
  readonly path: Path
  readonly asks: readonly Asked[]
}

type Mend = (path: Path, root: unknown) => Fix[]

/** By the names of Spectral's own rules. */
const BY_RULE: Readonly<Record<string, Mend>> = {
  'operation-operationId': (path, root) => {
    const id = operationIdOf(path)
    const holder = valueAt(root, path)
    if (!id || !isObject(holder) || Object.hasOwn(holder, 'operationId')) return []
    return [{ title: `Add operationId ${id}`, edits: [{ type: 'add', path, key: 'operationId', value: id }] }]
  },
  'operation-operationId-valid-in-url': (path, root) =>
    textFix(path, root, (id) => id.replace(/[^A-Za-z0-9._~-]+/g, '-').replace(/^-+|-+$/g, '')),
  'operation-tag-defined': (path, root) => {
    const name = valueAt(root, path)
    if (typeof name !== 'string') return []
    const tags = valueAt(root, ['tags'])
    const value = { name }
    const edit: Edit = Array.isArray(tags)
      ? { type: 'insert', path: ['tags'], index: tags.length, value }
      : { type: 'add', path: [], key: 'tags', value: [value] }
    return tags === undefined || Array.isArray(tags) ? [{ title: `Add the tag ${name}`, edits: [edit] }] : []
  },
  'path-keys-no-trailing-slash': (path, root) => {
    const key = String(path.at(-1)).replace(/\/+$/, '')
    const paths = valueAt(root, path.slice(0, -1))
    if (key === '' || (isObject(paths) && Object.hasOwn(paths, key))) return []
    return [{ title: `Rename to ${key}`, edits: [{ type: 'rename', path, key }] }]
  },
  'oas3-server-trailing-slash': (path, root) => textFix(path, root, withoutSlash),
  'oas2-host-trailing-slash': (path, root) => textFix(path, root, withoutSlash),
  'oas3-unused-component': (path) => (path.length === 3 ? [remove(path)] : []),
  'oas2-unused-definition': (path) => (path.length === 2 ? [remove(path)] : []),
  'no-$ref-siblings': (path) => [remove(path)],
  'duplicated-entry-in-enum': (path, root) => {
    const values = valueAt(root, path)
    if (!Array.isArray(values)) return []
    const texts = values.map((value) => JSON.stringify(value))
    const value = values.filter((_value, index) => texts.indexOf(texts[index] ?? '') === index)
    return [{ title: 'Remove what is there twice', edits: [{ type: 'set', path, value }] }]
  },
  'openapi-tags-alphabetical': (path, root) => sorted(path.slice(0, 1), root, 'name'),
}

/** By what a rule asks, whoever wrote it. */
const BY_FUNCTION: Readonly<Record<string, (found: RuleFinding, asked: Asked, root: unknown) => Fix[]>> = {
  casing: ({ path }, { field, options }, root) => {
    const { type, separator } = isObject(options) ? options : {}
    if (typeof type !== 'string' || separator !== undefined) return []
    const change = (text: string) => inCasing(text, type) ?? text
    if (field !== '@key') return textFix(path, root, change)
    const key = String(path.at(-1))
    const holder = valueAt(root, path.slice(0, -1))
    const name = change(key)
    if (name === key || !isObject(holder) || Object.hasOwn(holder, name)) return []
    return [{ title: `Rename to ${name}`, edits: [{ type: 'rename', path, key: name }] }]
  },
  falsy: ({ path }, _asked, root) => removal(path, root),
  undefined: ({ path }, _asked, root) => removal(path, root),
  alphabetical: ({ path }, { options }, root) => {
    const keyedBy = isObject(options) ? own(options, 'keyedBy') : undefined
    return sorted(path, root, typeof keyedBy === 'string' ? keyedBy : null)
  },
}

/** Whether there is a way to mend what a rule finds, where it is known what was meant. */
export function hasFix(code: string, asks: readonly Asked[]): boolean {
  const [asked, ...more] = asks
  const isAlone = asked !== undefined && more.length === 0
  return Object.hasOwn(BY_RULE, code) || (isAlone && Object.hasOwn(BY_FUNCTION, asked.function))
}

/** What would mend a finding in a file whose content is `root`; empty where nobody but its author knows. */
export function fixesOf(found: RuleFinding, root: unknown): readonly Fix[] {
  const mend = Object.hasOwn(BY_RULE, found.code) ? BY_RULE[found.code] : undefined
  if (mend) return mend(found.path, root)
  const [asked, ...more] = found.asks
  // Of several things that a rule asks nobody knows which was not as it should be.
  if (!asked || more.length > 0) return []
  const by = Object.hasOwn(BY_FUNCTION, asked.function) ? BY_FUNCTION[asked.function] : undefined
  return by?.(found, asked, root) ?? []
}

/** The value at a path; undefined where there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function textFix(path: Path, root: unknown, change: (text: string) => string): Fix[] {
  const text = valueAt(root, path)
  if (typeof text !== 'string') return []
  const value = change(text)
  return value === text || value === ''
    ? []
    : [{ title: `Change to ${value}`, edits: [{ type: 'set', path, value }] }]
}

function removal(path: Path, root: unknown): Fix[] {
  return path.length > 0 && valueAt(root, path) !== undefined ? [remove(path)] : []
}

function sorted(path: Path, root: unknown, by: string | null): Fix[] {
  const list = valueAt(root, path)
  if (!Array.isArray(list)) return []
  const keyOf = (item: unknown) => (by === null ? item : isObject(item) ? own(item, by) : undefined)
  if (!list.every((item) => typeof keyOf(item) === 'string')) return []
  const value = list.toSorted((one, other) => (String(keyOf(one)) < String(keyOf(other)) ? -1 : 1))
  return [{ title: 'Put in order', edits: [{ type: 'set', path, value }] }]
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '')

function operationIdOf([root, path, method]: Path): string | undefined {
  if (root !== 'paths' || typeof path !== 'string' || typeof method !== 'string') return undefined
  const words = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replace(/^\{(.*)\}$/, 'by-$1'))
  return inCasing([method, ...words].join('-'), 'camel')
}
