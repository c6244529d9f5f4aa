// What a description says of an answer: which of its responses it is, and which content that has.
import type { MediaContent, Operation, OperationResponse } from '../../model/types.ts'
import { isJson } from '../../samples/media-type.ts'

export interface DescribedAnswer {
  response: OperationResponse | undefined
  content: MediaContent | undefined
  /** What is wrong before anybody looks into the body. */
  problems: string[]
}

/** The media type of an answer, without its parameters; '' where it has none. */
export function mediaTypeOf(headers: readonly [string, string][]): string {
  const said = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return withoutParameters(said)
}

/** Finds an answer among the responses of an operation: by its status, its class, or the default. */
export function describedAnswer(
  operation: Operation,
  status: number,
  headers: readonly [string, string][],
  isEmpty: boolean,
): DescribedAnswer {
  const responses = operation.responses ?? []
  const code = String(status)
  const response =
    responses.find((one) => one.code === code) ??
    responses.find((one) => one.code.toUpperCase() === `${code[0]}XX`) ??
    responses.find((one) => one.code === 'default')
  if (!response) return { response, content: undefined, problems: [`The status ${status} is not described.`] }
  const contents = response.contents ?? []
  if (contents.length === 0) return { response, content: undefined, problems: [] }
  const offered = contents.map((one) => one.mediaType).join(', ')
  if (isEmpty) {
    const problem = `The answer has no body; ${offered} is described for ${response.code}.`
    return { response, content: undefined, problems: mayHaveBody(operation, status) ? [problem] : [] }
  }
  const type = mediaTypeOf(headers)
  const fitting = contents
    .filter((one) => covers(one.mediaType, type))
    .sort((a, b) => wildness(a.mediaType) - wildness(b.mediaType))
  if (fitting[0]) return { response, content: fitting[0], problems: [] }
  // Where it calls itself otherwise, its words may be right yet, or wrong as well.
  const content = isJson(type) ? contents.find((one) => isJson(one.mediaType)) : undefined
  const problem = type
    ? `The content type ${type} is not described for ${response.code}: ${offered}.`
    : `The answer has no content type; ${offered} is described for ${response.code}.`
  return { response, content, problems: [problem] }
}

/** Answers to HEAD and of some statuses come without a body (RFC 9110, 6.4.1). */
function mayHaveBody({ method }: Operation, status: number): boolean {
  return method.toLowerCase() !== 'head' && status >= 200 && ![204, 205, 304].includes(status)
}

/** Whether a media type, which may be a range, is one that was answered. */
function covers(described: string, answered: string): boolean {
  const plain = withoutParameters(described)
  if (plain === answered || plain === '*/*' || plain === '*') return true
  const [start = '', end] = plain.split('*')
  return (
    end !== undefined &&
    answered.length > start.length + end.length &&
    answered.startsWith(start) &&
    answered.endsWith(end)
  )
}

/** Ranges that cover more come later: `application/*+json`, `application/*`, and last all that there is. */
function wildness(described: string): number {
  const plain = withoutParameters(described)
  if (!plain.includes('*')) return 0
  return plain.startsWith('*') ? 3 : plain.endsWith('*') ? 2 : 1
}

const withoutParameters = (mediaType: string): string => mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
