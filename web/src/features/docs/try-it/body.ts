// The body of a request as a reader fills it in: a document as text, a form field by field, or a file.
import { parseExact } from '../../../../../analysis/parse/exact-number.ts'
import type { MediaContent, SchemaLike } from '../model/types.ts'
import { fieldsOf, isFileBody } from '../samples/files.ts'
import { isJson } from '../samples/media-type.ts'
import { bodyExample, type SampleBody } from '../samples/request.ts'
import { flatten, isSchema, isSchemaLike, type SchemaDoc } from '../schema/flatten.ts'
import { jsonText } from '../schema/json-text.ts'
import { exampleIn, readTyped, shapeOf, type Typed, typedOf, type ValueShape } from './shape.ts'

export interface BodyTyped {
  text: string
  fields: Record<string, Typed>
  /** By the name of the field; '' where the body is one file. */
  files: Record<string, File[]>
}

export type BodyKind = 'text' | 'form' | 'multipart' | 'file'

/** How a body of a media type is filled in. */
export function bodyKind(content: MediaContent, doc: SchemaDoc): BodyKind {
  const { mediaType } = content
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) return 'form'
  if (/^multipart\//i.test(mediaType)) return 'multipart'
  return isFileBody(content, doc) ? 'file' : 'text'
}

export interface BodyField {
  name: string
  schema: SchemaLike
  shape: ValueShape
  required: boolean
}

/** The fields of a form, in the order of its author. */
export function bodyFields(content: MediaContent, doc: SchemaDoc): BodyField[] {
  const { properties, required } = flatten(content.schema ?? {}, doc).schema
  if (!isSchema(properties)) return []
  const needed = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isSchemaLike(schema) || flatten(schema, doc).schema.readOnly === true) return []
    return [{ name, schema, shape: shapeOf(schema, doc), required: needed.includes(name) }]
  })
}

/** What stands in a body at first: the example that is given or made. */
export function firstBody(content: MediaContent | undefined, doc: SchemaDoc): BodyTyped {
  const empty: BodyTyped = { text: '', fields: {}, files: {} }
  if (!content) return empty
  const kind = bodyKind(content, doc)
  if (kind === 'file') return empty
  const value = bodyExample(content, doc, 'request')?.value
  if (kind === 'text') {
    const text = typeof value === 'string' && !isJson(content.mediaType) ? value : jsonText(value, 2)
    return { ...empty, text }
  }
  const example = content.examples?.find((one) => one.value !== undefined)?.value
  const given = isSchema(example) ? example : {}
  const fields = bodyFields(content, doc).map(({ name, shape, required, schema }): [string, Typed] => {
    const first = required ? (given[name] ?? exampleIn(schema, doc)) : flatten(schema, doc).schema.default
    return [name, typedOf(first, shape)]
  })
  return { ...empty, fields: Object.fromEntries(fields) }
}

/** Whether nothing was filled in. */
export function isEmptyBody(content: MediaContent, doc: SchemaDoc, typed: BodyTyped): boolean {
  const kind = bodyKind(content, doc)
  if (kind === 'text') return typed.text.trim() === ''
  if (kind === 'file') return (typed.files[''] ?? []).length === 0
  const values = [...Object.values(typed.fields), ...Object.values(typed.files)]
  return values.every((value) => value.length === 0)
}

/** What is wrong with a body, by the keys of its fields. */
export function bodyProblems(
  content: MediaContent,
  doc: SchemaDoc,
  typed: BodyTyped,
): Record<string, string> {
  const kind = bodyKind(content, doc)
  if (kind === 'text') {
    if (!isJson(content.mediaType) || typed.text.trim() === '') return {}
    const read = readTyped(typed.text, { kind: 'json' })
    return 'problem' in read ? { body: read.problem } : {}
  }
  if (kind === 'file') return {}
  const problems: Record<string, string> = {}
  for (const { name, shape, required } of bodyFields(content, doc)) {
    const read: ReturnType<typeof readTyped> =
      shape.kind === 'file'
        ? { value: typed.files[name]?.length ? true : undefined }
        : readTyped(typed.fields[name] ?? '', shape)
    if ('problem' in read) problems[`body ${name}`] = read.problem
    else if (required && read.value === undefined) problems[`body ${name}`] = 'Required'
  }
  return problems
}

/** A body as samples show it; none where nothing was filled in. */
export function sampleBodyOf(
  content: MediaContent,
  doc: SchemaDoc,
  typed: BodyTyped,
): SampleBody | undefined {
  if (isEmptyBody(content, doc, typed)) return undefined
  const kind = bodyKind(content, doc)
  if (kind === 'file') return { kind, name: typed.files['']?.[0]?.name ?? 'file' }
  if (kind === 'form' || kind === 'multipart') {
    const values = formValues(content, doc, typed)
    return { kind, fields: fieldsOf(values, content, doc) }
  }
  if (!isJson(content.mediaType)) return { kind: 'text', text: typed.text }
  try {
    return { kind: 'json', value: parseExact(typed.text) }
  } catch {
    return { kind: 'text', text: typed.text }
  }
}

/** The values of a form that were filled in; files stand by their names. */
export function formValues(content: MediaContent, doc: SchemaDoc, typed: BodyTyped): Record<string, unknown> {
  return Object.fromEntries(
    bodyFields(content, doc).flatMap(({ name, shape }): [string, unknown][] => {
      if (shape.kind === 'file') {
        const names = (typed.files[name] ?? []).map((file) => file.name)
        return names.length === 0 ? [] : [[name, shape.several ? names : names[0]]]
      }
      const read = readTyped(typed.fields[name] ?? '', shape)
      return 'value' in read && read.value !== undefined ? [[name, read.value]] : []
    }),
  )
}
