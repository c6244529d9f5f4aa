// The form of an operation: what was typed, what is wrong with it, and the request that it makes.
import type { MediaContent, Operation, Param } from '../model/types.ts'
import { type PickedParams, type RequestChoices, type SampleBody, saidElsewhere } from '../samples/request.ts'
import type { ParamPlace } from '../samples/serialize.ts'
import { signInNames, signInWays } from '../samples/sign-in.ts'
import type { SchemaDoc } from '../schema/flatten.ts'
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

/** Signs nothing: what a form asks for then is all that it asks for by any way. */
const NO_SIGN_IN = -1

/** The parameters that a form asks for; not what it asks for elsewhere, or knows. */
export function askedParams(operation: Operation, place: ParamPlace, signInIndex: number): Param[] {
  const elsewhere = saidElsewhere(operation, place, signInIndex)
  const asked = (operation.request?.[place] ?? []).filter((param) => !elsewhere(param))
  return [...asked].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
}

/** The parameters that a form asks for, with their keys; where no way to sign in is named, those of every one. */
export function allParams(
  operation: Operation,
  signInIndex = NO_SIGN_IN,
): { key: ParamKey; place: ParamPlace; param: Param }[] {
  return places.flatMap(([place]) =>
    askedParams(operation, place, signInIndex).map((param) => ({
      key: `${place} ${param.name}` as const,
      place,
      param,
    })),
  )
}

/** What was typed but for what signs a request by another way: it is a secret, whatever it is called. */
export function withoutSignIn(operation: Operation, typed: FormTyped['params']): FormTyped['params'] {
  const keys = allParams(operation).flatMap(({ key, place, param }) => {
    const name = place === 'headers' ? param.name.toLowerCase() : param.name
    const signs = signInWays(operation.security).some((_, index) =>
      signInNames(operation.security, place, index).has(name),
    )
    return signs ? [key] : []
  })
  return Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.some((one) => one === key)))
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
export function pickedParams(
  operation: Operation,
  doc: SchemaDoc,
  typed: FormTyped['params'],
  signInIndex: number,
): PickedParams {
  return Object.fromEntries(
    allParams(operation, signInIndex).flatMap(({ key, param }) => {
      const read = readTyped(typed[key] ?? '', shapeOf(schemaOf(param), doc))
      return 'value' in read && read.value !== undefined ? [[key, read.value]] : []
    }),
  )
}

/** What keeps a form from being sent. */
export function formProblems(
  operation: Operation,
  doc: SchemaDoc,
  typed: FormTyped,
  content: MediaContent | undefined,
  signInIndex = 0,
): FormProblems {
  const problems: FormProblems = {}
  for (const { key, param } of allParams(operation, signInIndex)) {
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
  signInIndex = 0,
): Pick<RequestChoices, 'params' | 'body'> {
  const body: SampleBody | undefined = content && sampleBodyOf(content, doc, typed.body)
  return { params: pickedParams(operation, doc, typed.params, signInIndex), ...(body && { body }) }
}
