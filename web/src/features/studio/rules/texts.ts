// A ruleset as it is written now, to be sent along: its file, those that it may extend, and how its rules are called.
import { isObject, own } from '../../../../../analysis/json.ts'
import { parseText } from '../../../../../analysis/parse/parse-text.ts'
import type { TextFile } from '../language/protocol.ts'

const mostFiles = 30
const mostCharacters = 1_000_000

export interface RulesetTexts {
  files: Record<string, string>
  rules: string[]
}

/** The ruleset first, then the other data of the project that there is room for. */
export function textsOf(ruleset: string, texts: readonly TextFile[]): RulesetTexts {
  const files: Record<string, string> = {}
  let left = mostCharacters
  const first = texts.filter(({ path }) => path === ruleset)
  const others = texts.filter(({ path }) => path !== ruleset && /\.(json|ya?ml)$/i.test(path))
  for (const { path, text } of [...first, ...others].slice(0, mostFiles)) {
    if (text.length > left && path !== ruleset) continue
    left -= text.length
    files[path] = text
  }
  return { files, rules: namesIn(files[ruleset] ?? '', ruleset) }
}

function namesIn(text: string, path: string): string[] {
  try {
    const { value } = parseText(text, path)
    const rules = isObject(value) ? own(value, 'rules') : undefined
    return isObject(rules) ? Object.keys(rules) : []
  } catch {
    return []
  }
}
