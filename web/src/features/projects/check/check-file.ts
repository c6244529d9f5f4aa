import { type CheckedDescription, checkDescription, DescriptionError } from '../../../../../analysis/check.ts'
import { decodeText } from '../../../../../analysis/parse/decode.ts'
import { type ExcerptLine, excerptOf } from './excerpt.ts'

/** Why a file cannot be imported, and where. */
export interface FileFault {
  message: string
  line?: number
  column?: number
  excerpt?: ExcerptLine[]
}

export type CheckResult = { ok: true; checked: CheckedDescription } | { ok: false; fault: FileFault }

/** Says what a description is, or what is wrong with it. */
export function checkFile(content: Uint8Array, fileName: string): CheckResult {
  let text = ''
  try {
    const decoded = decodeText(content, fileName)
    text = decoded.text
    const checked = checkDescription(text, fileName)
    if (!checked.kind.startsWith('openapi')) return { ok: false, fault: { message: notAnApi(checked.kind) } }
    return {
      ok: true,
      checked: { ...checked, diagnostics: [...decoded.diagnostics, ...checked.diagnostics] },
    }
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error
    const { message, line, column } = error
    const excerpt = text === '' ? {} : { excerpt: excerptOf(text, line, column) }
    return { ok: false, fault: { message, line, column, ...excerpt } }
  }
}

function notAnApi(kind: string): string {
  const what = kind === 'markdown' ? 'a Markdown article' : 'a JSON Schema'
  return `This is ${what}, not an OpenAPI document.`
}
