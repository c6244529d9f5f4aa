import { DescriptionError } from '../errors.ts'
import { isObject } from '../json.ts'
import { parseText } from '../parse/parse-text.ts'
import { placesOf } from '../parse/places.ts'
import type { Position } from '../parse/position.ts'
import type { JsonObject } from '../types.ts'

export interface FrontMatter {
  attributes: JsonObject
  /** The Markdown below the front matter. */
  body: string
  /** The line of the file on which the text begins. */
  firstLine: number
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/

/** Splits an article into its front matter and its text. Throws DescriptionError with the line in the article. */
export function splitFrontMatter(text: string, file: string): FrontMatter {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text
  const match = FRONT_MATTER.exec(clean)
  if (!match) return { attributes: {}, body: clean, firstLine: 1 }
  const body = clean.slice(match[0].length)
  const firstLine = match[0].split('\n').length
  const yaml = match[1] ?? ''
  if (yaml.trim() === '') return { attributes: {}, body, firstLine }
  return { attributes: parseAttributes(yaml, file), body, firstLine }
}

/** Where pointers into the front matter of an article stand in the article. */
export function frontMatterPlaces(text: string, pointers: Iterable<string>): Map<string, Position> {
  const [, yaml = ''] = FRONT_MATTER.exec(text.replace(/^\uFEFF/, '')) ?? []
  const places = placesOf(yaml.toWellFormed().replaceAll('\0', '\uFFFD'), pointers)
  return new Map([...places].map(([pointer, { line, column }]) => [pointer, { line: line + 1, column }]))
}

function parseAttributes(yaml: string, file: string): JsonObject {
  try {
    const { value } = parseText(yaml, `${file}.yaml`)
    return isObject(value) ? value : {}
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    throw new DescriptionError(
      `The front matter cannot be read. ${error.message}`,
      file,
      error.line + 1,
      error.column,
    )
  }
}
