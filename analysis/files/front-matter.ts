import { DescriptionError } from '../errors.ts'
import { isObject } from '../json.ts'
import { parseText } from '../parse/parse-text.ts'
import type { JsonObject } from '../types.ts'

export interface FrontMatter {
  attributes: JsonObject
  /** The Markdown below the front matter. */
  body: string
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/

/** Splits an article into its front matter and its text. Throws DescriptionError with the line in the article. */
export function splitFrontMatter(text: string, file: string): FrontMatter {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text
  const match = FRONT_MATTER.exec(clean)
  if (!match) return { attributes: {}, body: clean }
  const body = clean.slice(match[0].length)
  const yaml = match[1] ?? ''
  if (yaml.trim() === '') return { attributes: {}, body }
  return { attributes: parseAttributes(yaml, file), body }
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
