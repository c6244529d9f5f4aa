// Content in another notation, made here of what the server passes on.
import { type DataFormat, written } from '../../analysis/exports/write.ts'
import { isObject, own } from '../../analysis/json.ts'
import { parseExact } from '../../analysis/parse/exact-number.ts'
import { parseText } from '../../analysis/parse/parse-text.ts'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'

/** A file of JSON or YAML in one of the two. Throws what the command ends with for what is neither. */
export function inFormat(text: string, path: string, format: DataFormat): string {
  // Of prose it would be said where its YAML is wrong.
  if (!/\.(json|ya?ml)$/i.test(path)) {
    throw new CliError(
      `${path} is neither JSON nor YAML.`,
      'Without --format and --json it comes as it was written.',
      EXIT.data,
    )
  }
  return written(parseText(text, path).value, format)
}

/** The content of a node, of the server's answer about it. */
export function nodeData(answer: string, format: DataFormat): string {
  const node = parseExact(answer)
  return written((isObject(node) ? own(node, 'data') : null) ?? null, format)
}
