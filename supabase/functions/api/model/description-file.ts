// The file of an import: where it goes in the project, and whether it is something we can read.
import { checkDescription, DescriptionError } from '../../../../analysis/check.ts'
import { kindByName } from '../../../../analysis/files/kinds.ts'
import { decodeText } from '../../../../analysis/parse/decode.ts'
import { fieldRefusal, type ProblemError, refusal } from '../../_shared/http/problem.ts'

const megabyte = 1024 * 1024

/**
 * How much of a file may be checked before the worker sees it, within a function's 2 s and 256 MB:
 * reading JSON is native and fast, YAML is not.
 */
export function checkableBytes(fileName: string): number {
  return /\.json$/i.test(fileName) ? 2 * megabyte : megabyte
}

/**
 * How many objects, lists, items and lines: all of them are held at once, beside everybody else's requests. With numbers
 * of many digits among them each costs a call, and in an object of very many keys that call becomes slow.
 */
const mostMarks = 30_000

/** The file's path in the project: APIs in reference/, articles in docs/. Refuses what we do not read. */
export function projectPath(fileName: string): string {
  const name = safeName(fileName)
  const kind = kindByName(name)
  if (kind === 'markdown') return `docs/${name}`
  if (kind === 'data') return `reference/${name}`
  throw fieldRefusal('file', 'Please choose an OpenAPI file: .json, .yaml or .yml.')
}

/**
 * Refuses a file that is no description, with line and column of what is wrong. One with very many values is left to
 * the worker, whose log says the same.
 */
export function requireDescription(content: Uint8Array, fileName: string): void {
  if (hasManyValues(content)) return
  try {
    const name = safeName(fileName)
    checkDescription(decodeText(content, name).text, name)
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    throw unreadable(error)
  }
}

/** Whether a file holds more than is parsed within a request. Strings count too: a guess on the high side is good enough here. */
export function hasManyValues(content: Uint8Array): boolean {
  let marks = 0
  for (const byte of content) if (isMark[byte] === 1 && ++marks > mostMarks) return true
  return false
}

const isMark = new Uint8Array(256)
for (const mark of '{[,\n\r') isMark[mark.charCodeAt(0)] = 1

function unreadable({ message, line, column }: DescriptionError): ProblemError {
  return refusal('VALIDATION_ERROR', message, { fields: [{ field: 'file', message, line, column }] })
}

// Some clients send a whole path; only its last part is a name.
function safeName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/\p{Cc}/gu, '').trim()
  if (clean === '' || clean === '.' || clean === '..') throw fieldRefusal('file', 'The file has no name.')
  return clean.slice(-200)
}
