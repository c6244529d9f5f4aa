// Which grammar a file has. Those of large ones would be too slow, and that of Markdown brings three others along.
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import type { Extension } from '@codemirror/state'
import type { DocumentFormat } from '../documents/open-document.ts'
import { lite, liteFrom } from './lite.ts'

/** The grammar of a text of this length, or what stands in for it at first; `load` brings one that comes later. */
export function languageOf(
  format: DocumentFormat,
  length: number,
): { extension: Extension; load: (() => Promise<Extension>) | null } {
  if (length >= liteFrom) return { extension: lite(format), load: null }
  if (format === 'json') return { extension: json(), load: null }
  if (format === 'yaml') return { extension: yaml(), load: null }
  if (format === 'text') return { extension: [], load: null }
  const load = async () => (await import('@codemirror/lang-markdown')).markdown()
  return { extension: [], load }
}
