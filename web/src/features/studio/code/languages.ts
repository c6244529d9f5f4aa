// Which grammar a file has. Those of large ones would be too slow.
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import type { Extension } from '@codemirror/state'
import type { DocumentFormat } from '../documents/open-document.ts'
import { lite, liteFrom } from './lite.ts'
import { markdown } from './markdown.ts'

/** The grammar of a text of this length, or what stands in for it. */
export function languageOf(format: DocumentFormat, length: number): Extension {
  if (length >= liteFrom) return lite(format)
  if (format === 'json') return json()
  if (format === 'yaml') return yaml()
  return format === 'markdown' ? markdown() : []
}
