// The form of an operation: what was typed, what is wrong with it, and the request that it makes.
import type { MediaContent, Operation, Param } from '../model/types.ts'
import type { PickedParams, RequestChoices, SampleBody } from '../samples/request.ts'
import type { ParamPlace } from '../samples/serialize.ts'
import type { SchemaDoc } from '../schema/flatten.ts'
import { jsonText } from '../schema/json-text.ts'
import { type BodyTyped, bodyProblems, isEmptyBody, sampleBodyOf } from './body.ts'
import { firstTyped, readTyped, schemaOf, shapeOf, type Typed } from './shape.ts'

export const places: readonly [place: ParamPlace, title: string][] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['headers', 'Headers'],
  ['cookie', 'Cookies'],
]

export type ParamKey = `${ParamPlace} ${string}`

export interface FormTyped {
  params: Record<ParamKey, Typed>
  body: BodyTyped
}

/** What is wrong, by the key of the field. */
export type FormProblems = Record<string, string>

/** The parameters that a form asks for. OpenAPI leaves three headers to other parts of a description. */
export function askedParams(operation: Operation, place: ParamPlace): Param[] {
  const params = operation.request?.[place] ?? []
  const asked =
    place === 'headers'
      ? params.filter(({ name }) => !/^(?:accept|content-type|authorization)$/i.test(name))
      : params
  return [...asked].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
}

/** Every parameter of an operation with its key. */
export function allParams(operation: Operation): { key: ParamKey; place: ParamPlace; param: Param }[] {
  return places.flatMap(([place]) =>
    askedParams(operation, place).map((param) => ({ key: `${place} ${param.name}` as const, place, param })),
  )
}

/** What stands in the fields of parameters at first, or what was typed there before. */
export function firstParams(
  operation: Operation,
  doc: SchemaDoc,
  kept: Readonly<Record<string, Typed>> = {},
): FormTyped['params'] {
  return Object.fromEntries(
    allParams(operation).map(({ key, param }) => {
      const first = firstTyped(param, doc)
      const before = kept[key]
      return [key, before !== undefined && Array.isArray(before) === Array.isArray(first) ? before : first]
    }),
  )
}

/** The values of the parameters that were filled in. */
export function pickedParams(operation: Operation, doc: SchemaDoc, typed: FormTyped['params']): PickedParams {
  return Object.fromEntries(
    allParams(operation).flatMap(({ key, param }) => {
      const read = readTyped(typed[key] ?? '', shapeOf(schemaOf(param), doc))
      if (!('value' in read) || read.value === undefined) return []
      // A parameter that is a document travels as its text.
      const isDocument = param.content !== undefined && typeof read.value === 'object'
      return [[key, isDocument ? jsonText(read.value) : read.value]]
    }),
  )
}

/** What keeps a form from being sent. */
export function formProblems(
  operation: Operation,
  doc: SchemaDoc,
  typed: FormTyped,
  content: MediaContent | undefined,
): FormProblems {
  const problems: FormProblems = {}
  for (const { key, param } of allParams(operation)) {
    const read = readTyped(typed.params[key] ?? '', shapeOf(schemaOf(param), doc))
    if ('problem' in read) problems[key] = read.problem
    else if (param.required && read.value === undefined) problems[key] = 'Required'
  }
  if (!content) return problems
  if (operation.request?.body?.required && isEmptyBody(content, doc, typed.body)) problems.body = 'Required'
  return { ...problems, ...bodyProblems(content, doc, typed.body) }
}

/** What was typed, as samples and the call itself take it. */
export function choicesOf(
  operation: Operation,
  doc: SchemaDoc,
  typed: FormTyped,
  content: MediaContent | undefined,
): Pick<RequestChoices, 'params' | 'body'> {
  const body: SampleBody | undefined = content && sampleBodyOf(content, doc, typed.body)
  return { params: pickedParams(operation, doc, typed.params), ...(body && { body }) }
}
