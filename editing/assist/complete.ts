import { FORMATS } from '../openapi/formats.ts'
import { type Field, type ObjectType, shapesOf, type TypeName, type Version } from '../openapi/model.ts'
import { objectOf, typeAt } from '../openapi/table.ts'
import { formatOf } from '../references/file-index.ts'
import type { References } from '../references/resolve.ts'
import type { Format } from '../types.ts'
import { rootOf } from '../validity/roots.ts'
import { valueVersions } from '../validity/values.ts'
import { caretAt } from './caret.ts'
import type { Caret } from './caret-types.ts'
import { referencesFor } from './reference-targets.ts'
import { MEDIA_TYPES, SNIPPETS, STATUS_CODES } from './snippets.ts'

/** Something that may stand at the caret. */
export interface Option {
  readonly label: string
  /** What is written: a template of CodeMirror's, whose `#{…}` the caret visits. */
  readonly template: string
  readonly kind: 'key' | 'value' | 'reference' | 'snippet'
  /** A word or two beside the label. */
  readonly detail: string
  /** What it means. */
  readonly info: string
}

export interface Completion {
  readonly from: number
  readonly to: number
  readonly options: readonly Option[]
}

const MOST_OPTIONS = 500

/** What may stand at an offset of a file; null where nothing is known to. */
export function complete(references: References, file: string, offset: number): Completion | null {
  const format = formatOf(file)
  const root = rootOf(references, file)
  if (!root || format === null || format === 'markdown') return null
  const caret = caretAt(references.text(file), format, offset)
  if (!caret) return null
  const type = typeAt(root.type, caret.path, root.version)
  if (type === null) return null
  const at = { references, file, format, caret, version: root.version }
  const found = [
    ...(caret.at === 'value' ? [] : keyOptions(at, type)),
    ...(caret.at === 'key' ? [] : valueOptions(at, type)),
  ]
  return found.length === 0 ? null : { from: caret.from, to: caret.to, options: found.slice(0, MOST_OPTIONS) }
}

interface At {
  readonly references: References
  readonly file: string
  readonly format: Format
  readonly caret: Caret
  readonly version: Version
}

function keyOptions(at: At, type: TypeName): Option[] {
  const { caret, version } = at
  const names: Option[] = [...mapNames(at, type)]
  const object = objectOf(type)
  if (!object) return names
  const fields = Object.entries(object.fields).filter(
    ([key, { versions }]) => versions & version && !caret.keys.includes(key),
  )
  const options = fields.map(([key, field]) => keyOption(at, key, field))
  if (object.section && !object.fields.$ref && caret.keys.length === 0) options.push(referenceKey(at, object))
  return [...options, ...names, ...(caret.hasColon ? [] : snippetsOf(at, object))]
}

function keyOption(at: At, key: string, field: Field): Option {
  const required = field.required & at.version ? 'required' : typeWord(field.type)
  return {
    label: key,
    template: keyTemplate(at, key, field.type),
    kind: 'key',
    detail: required,
    info: field.text,
  }
}

function referenceKey(at: At, { name }: ObjectType): Option {
  const info = `The ${name} that counts here, described elsewhere.`
  return {
    label: '$ref',
    template: keyTemplate(at, '$ref', 'string'),
    kind: 'key',
    detail: 'reference',
    info,
  }
}

/** Names that maps often have: status codes, media types, variables of the path. */
function mapNames(at: At, type: TypeName): Option[] {
  const { caret } = at
  const [shape] = shapesOf(type)
  const named = (key: string, detail: string, of: TypeName): Option[] =>
    caret.keys.includes(key)
      ? []
      : [{ label: key, template: keyTemplate(at, key, of), kind: 'key', detail, info: '' }]
  const object = objectOf(type)
  if (object?.name === 'responses')
    return Object.entries(STATUS_CODES).flatMap(([code, name]) => named(code, name, '@response'))
  if (shape?.is === 'map' && shape.of === '@mediaType')
    return MEDIA_TYPES.flatMap((name) => named(name, 'media type', '@mediaType'))
  if (object?.name === 'security requirement')
    return components(at, /^security(Schemes|Definitions)$/).flatMap((name) =>
      named(name, 'security scheme', '[string]'),
    )
  return []
}

function keyTemplate({ format, caret }: At, key: string, type: TypeName): string {
  const isPlain = /^[A-Za-z_$/][\w$./+-]*$/.test(key)
  const written = format === 'json' || !isPlain ? JSON.stringify(key) : key
  const escaped = written.replace(/([#$])\{/g, '$1\\{')
  if (caret.hasColon) return escaped
  const [shape] = shapesOf(type)
  const isMap = shape?.is === 'object' || shape?.is === 'map'
  if (format === 'json' || caret.inFlow) {
    if (isMap) return `${escaped}: {#{}}`
    if (shape?.is === 'list') return `${escaped}: [#{}]`
    return format === 'json' && (shape?.is === 'string' || shape?.is === 'one')
      ? `${escaped}: "#{}"`
      : `${escaped}: #{}`
  }
  if (isMap) return `${escaped}:\n  #{}`
  return shape?.is === 'list' ? `${escaped}:\n  - #{}` : `${escaped}: #{}`
}

function snippetsOf({ format, caret }: At, { name }: ObjectType): Option[] {
  return (SNIPPETS[name] ?? []).map(({ label, text, json }) => ({
    label,
    template:
      format === 'yaml' && !caret.inFlow
        ? text
        : JSON.stringify(json, null, 2).slice(4, -2).replace(/^ {2}/gm, ''),
    kind: 'snippet',
    detail: 'snippet',
    info: text.replace(/#\{([^}]*)\}/g, '$1'),
  }))
}

function valueOptions(at: At, type: TypeName): Option[] {
  const { caret, references, file, version } = at
  const value = (text: string, detail: string, kind: Option['kind'] = 'value', info = ''): Option => ({
    label: text,
    template: valueTemplate(at, text),
    kind,
    detail,
    info,
  })
  const owner = caret.path.slice(0, -1)
  if (caret.key === '$ref')
    return referencesFor(references, file, owner).map(({ ref, detail }) => value(ref, detail, 'reference'))
  const found: Option[] = []
  for (const shape of shapesOf(type)) {
    if (shape.is === 'one')
      found.push(
        ...shape.values
          .filter((name) => valueVersions(owned(caret), name) & version)
          .map((name) => value(name, '')),
      )
    else if (shape.is === 'boolean')
      found.push(...['true', 'false'].map((text) => ({ ...value(text, ''), template: text })))
  }
  if (caret.key === 'format')
    found.push(
      ...Object.values(FORMATS)
        .flat()
        .map((name) => value(name, 'format')),
    )
  if (caret.path.at(-2) === 'mapping')
    found.push(
      ...referencesFor(references, file, owner.slice(0, -2)).map(({ ref, detail }) =>
        value(ref, detail, 'reference'),
      ),
    )
  if (caret.path.at(-2) === 'tags') found.push(...words(at, 'tag').map((name) => value(name, 'tag')))
  if (caret.key === 'operationId' && caret.path.includes('links'))
    found.push(...words(at, 'operationId').map((name) => value(name, 'operation')))
  return found
}

// Of a list, the key above says what its elements are.
function owned({ key, path }: Caret): string | number | undefined {
  return typeof key === 'number' ? path.at(-2) : (key ?? path.at(-2))
}

function valueTemplate({ format }: At, text: string): string {
  const isPlain = /^[A-Za-z_/.][\w$./+ -]*$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text)
  if (format === 'json') return JSON.stringify(text).replace(/([#$])\{/g, '$1\\{')
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`.replace(/([#$])\{/g, '$1\\{')
}

function words({ references, file }: At, kind: 'tag' | 'operationId'): string[] {
  const sites = references.index(file)?.sites ?? []
  return [...new Set(sites.filter((site) => site.kind === kind).map(({ value }) => value))]
}

function components({ references, file }: At, section: RegExp): string[] {
  const found = references.index(file)?.components ?? []
  return found.filter(({ path }) => section.test(String(path.at(-2)))).map(({ path }) => String(path.at(-1)))
}

/** What a type is, in a word. */
export function typeWord(type: TypeName): string {
  const [shape] = shapesOf(type)
  if (shape?.is === 'object') return objectOf(type)?.name ?? 'object'
  if (shape?.is === 'list') return 'list'
  if (shape?.is === 'one') return shape.values.slice(0, 3).join(' · ')
  return shape?.is === 'map' ? 'object' : (shape?.is ?? '')
}
