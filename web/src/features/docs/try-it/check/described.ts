// What a description says of an answer: which of its responses it is, and which content that has.
import type { MediaContent, Operation, OperationResponse } from '../../model/types.ts'

export interface DescribedAnswer {
  response: OperationResponse | undefined
  content: MediaContent | undefined
  /** What is wrong before anybody looks into the body. */
  problems: string[]
}

/** The media type of an answer, without its parameters; '' where it has none. */
export function mediaTypeOf(headers: readonly [string, string][]): string {
  const said = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return said.split(';')[0]?.trim().toLowerCase() ?? ''
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
  const type = mediaTypeOf(headers)
  if (contents.length === 0 || isEmpty) return { response, content: undefined, problems: [] }
  const content = contents.find((one) => covers(one.mediaType, type))
  if (content) return { response, content, problems: [] }
  const offered = contents.map((one) => one.mediaType).join(', ')
  const problem = type
    ? `The content type ${type} is not described for ${response.code}: ${offered}.`
    : `The answer has no content type; ${offered} is described for ${response.code}.`
  return { response, content, problems: [problem] }
}

/** Whether a media type, which may be a range, is one that was answered. */
function covers(described: string, answered: string): boolean {
  const plain = described.split(';')[0]?.trim().toLowerCase() ?? ''
  if (plain === answered || plain === '*/*') return true
  return plain.endsWith('/*') && answered.startsWith(plain.slice(0, -1))
}
