// Which parts of a request are files.
import type { Encoding, MediaContent, SchemaLike } from '../model/types.ts'
import { flatten, isSchema, isSchemaLike, type SchemaDoc } from '../schema/flatten.ts'
import { jsonText } from '../schema/json-text.ts'
import { isJson } from './media-type.ts'
import { valueAsText, writtenPairs } from './serialize.ts'

/** A field of a form; a third part makes it a file of that name and says its type, as far as it is known. */
export type Field = [name: string, value: string, file?: string]

const BINARY = /^(?:image|audio|video|font)\/|\/(?:octet-stream|pdf|zip|gzip|x-tar)\b/i

/** Whether a body is one file. */
export function isFileBody({ mediaType, schema }: MediaContent, doc: SchemaDoc): boolean {
  if (/[/+](?:json|xml)\b|form|^text\//i.test(mediaType)) return false
  return schema === undefined ? BINARY.test(mediaType) : isFile(schema, doc) || BINARY.test(mediaType)
}

/** The fields of a form with these values. */
export function fieldsOf(
  value: Record<string, unknown>,
  { schema, encodings }: MediaContent,
  doc: SchemaDoc,
): Field[] {
  const { properties } = flatten(schema ?? {}, doc).schema
  return Object.entries(value).flatMap(([name, part]): Field[] => {
    const field = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    const encoding = encodings?.find(({ property }) => property === name)
    const said = encoding?.mediaType
    if (!(isSchemaLike(field) && isFile(field, doc)) && !(said && BINARY.test(said)))
      return fieldsOfPart(name, part, encoding)
    return [part].flat().map((file) => {
      const given = valueAsText(file)
      // What looks like the name of a file is one; anything else stands for the contents. A path is never one: whoever
      // runs a sample would send a file that its author chose.
      const fileName = /^[\w-]+\.\w+$/.test(given) ? given : /^[\w-]+(?:\.\w+)?$/.test(name) ? name : 'file'
      return [name, fileName, said ?? mediaTypeOf(field)]
    })
  })
}

/** A list is a field for each item, unless its encoding joins them; an object is a document, unless its encoding has a style. */
function fieldsOfPart(name: string, part: unknown, encoding: Encoding | undefined): Field[] {
  const { style = 'form', explode, mediaType } = encoding ?? {}
  // Analysis gives every encoding a style; where its author said one it holds rather than a type.
  const isStyled = style !== 'form' || explode !== undefined
  if (typeof part !== 'object' || part === null) return [[name, valueAsText(part)]]
  if (!isStyled && mediaType) return [[name, isJson(mediaType) ? jsonText(part) : valueAsText(part)]]
  if (!isStyled && !Array.isArray(part)) return [[name, jsonText(part)]]
  return writtenPairs({ name, style, ...(explode !== undefined && { explode }) }, part)
}

/** Whether a value is the content of a file. */
export function isFile(schema: SchemaLike, doc: SchemaDoc): boolean {
  const { format, contentMediaType, contentEncoding, items, type } = flatten(schema, doc).schema
  if (type === 'array' && isSchema(items)) return isFile(items, doc)
  if (format === 'binary') return true
  // With an encoding it is text that stands for a file.
  return (
    typeof contentMediaType === 'string' && contentEncoding === undefined && BINARY.test(contentMediaType)
  )
}

function mediaTypeOf(schema: unknown): string {
  return isSchema(schema) && typeof schema.contentMediaType === 'string' ? schema.contentMediaType : ''
}
