import { parseText } from '../../../../../analysis/parse/parse-text.ts'
import { fixesOf } from '../../../../../editing/fixes/rule-fixes.ts'
import { asksOf, type LintFiles, lintText, readGuides } from '../../../../../lint/index.ts'
import type { FromLint, GuideTexts, LintedText, ToLint } from './protocol.ts'

/** Of one text: nobody reads more. */
const MOST_FOUND = 1_000

/** The lint worker's inside: keeps the rules, and says what they find. */
export class LintWork {
  #ruleset: ReturnType<typeof readGuides>['ruleset']
  /** Why the rules cannot be read at all. */
  #unread: string | null = null
  readonly #post: (message: FromLint) => void

  constructor(post: (message: FromLint) => void) {
    this.#post = post
  }

  /** Never fails: what cannot be read or linted is answered, and the next text is looked at. */
  async receive(message: ToLint): Promise<void> {
    if (message.type === 'guides') this.#read(message.guides)
    else this.#post(await this.#lint(message.id, message.linted))
  }

  #read(guides: readonly GuideTexts[]): void {
    this.#ruleset = undefined
    this.#unread = null
    try {
      this.#ruleset = rulesetOf(guides)
    } catch (error) {
      this.#unread = reasonOf(error)
    }
  }

  async #lint(id: number, { path, text, isPart, others }: LintedText): Promise<FromLint> {
    if (this.#unread !== null) return { id, failed: this.#unread }
    // Where every guide has faults nothing is found, as in the worker's lint.
    const ruleset = this.#ruleset
    if (!ruleset) return { id, found: [] }
    try {
      const options = isPart ? { isJson: true } : {}
      const found = await lintText({ path, content: text }, ruleset, among(others), options)
      const own = found.filter(({ file }) => file === path).slice(0, MOST_FOUND)
      const root = own.length === 0 ? null : parseText(text, isPart ? `${path}.json` : path).value
      return {
        id,
        found: own.map(({ code, severity, message, path: at }) => ({
          code,
          severity,
          message,
          path: at,
          fixes: fixesOf({ code, path: at, asks: asksOf(ruleset, code) }, root),
        })),
      }
    } catch (error) {
      return { id, failed: reasonOf(error) }
    }
  }
}

/** Of a text nested too deep for a reader, the reader's own words. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The rules could not be applied.'
}

function rulesetOf(guides: readonly GuideTexts[]) {
  return readGuides(guides.map(({ path, files, isOwn }) => ({ path, files: among(files), isOwn }))).ruleset
}

function among(files: Readonly<Record<string, string>>): LintFiles {
  const known = new Map(Object.entries(files))
  return { read: (path) => known.get(path) }
}
