// Examples that a rule brings along, under a key that Spectral leaves to others: documents that it must let pass, and such
// that it must find fault with.
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { isObject, own } from '../../analysis/json.ts'
import { LintError, type RulesetFault } from '../errors.ts'
import { Faults } from '../ruleset/faults.ts'
import { readDefinition, rulesetOf } from '../ruleset/read.ts'
import type { LintFiles } from '../types.ts'
import { lintText } from './lint.ts'

/** Of a ruleset; each is a lint of its own. */
const MOST_EXAMPLES = 100
const MOST_CHARACTERS = 300

export interface ExamplesTried {
  tried: number
  /** What does not hold: where the example stands, and what its rule says of it. */
  failed: RulesetFault[]
}

type Kind = 'pass' | 'fail'

/**
 * Tries the rules that stand in a ruleset's own file on their examples (`extensions.examples` of a rule, with the lists `pass`
 * and `fail` of whole documents or their texts). Rules that are off are tried too. Throws as `readRuleset` does.
 */
export async function tryExamples(path: string, files: LintFiles): Promise<ExamplesTried> {
  const definition = readDefinition(path, files)
  const faults = new Faults(path, files.read(path) ?? '')
  let tried = 0
  const rules: Readonly<Record<string, unknown>> = 'rules' in definition ? definition.rules : {}
  for (const [name, rule] of Object.entries(rules)) {
    const at = ['rules', name, 'extensions', 'examples']
    const given = isObject(rule) && isObject(rule.extensions) ? own(rule.extensions, 'examples') : undefined
    if (given === undefined) continue
    if (!isObject(given)) {
      faults.add(at, 'Examples are two lists: what must pass, and what must fail.')
      continue
    }
    const alone = onlyWith(name, definition, path, files)
    for (const kind of ['pass', 'fail'] as const) {
      const list = own(given, kind) ?? []
      if (!Array.isArray(list)) faults.add([...at, kind], 'Examples stand in a list.')
      else
        for (const [index, example] of list.entries()) {
          if (tried === MOST_EXAMPLES) {
            faults.add(
              [...at, kind, index],
              `Only the first ${MOST_EXAMPLES} examples of a ruleset are tried.`,
            )
            return { tried, failed: faults.list() }
          }
          tried += 1
          const reason = await reasonAgainst(example, kind, name, alone)
          if (reason) faults.add([...at, kind, index], `Example ${index + 1} ${reason}`)
        }
    }
  }
  return { tried, failed: faults.list() }
}

function onlyWith(name: string, definition: RulesetDefinition, path: string, files: LintFiles) {
  return rulesetOf({ extends: [[definition, 'off']], rules: { [name]: 'error' } }, `/${path}`, path, files)
}

async function reasonAgainst(
  example: unknown,
  kind: Kind,
  rule: string,
  alone: ReturnType<typeof onlyWith>,
): Promise<string | null> {
  const content = typeof example === 'string' ? example : JSON.stringify(example)
  try {
    const found = await lintText({ path: 'example.yaml', content }, alone, { read: () => undefined })
    const unread = found.find(({ code }) => code === 'parser')
    if (unread) return `cannot be read: ${short(unread.message)}`
    const hit = found.find(({ code }) => code === rule)
    if (kind === 'pass') return hit ? `must pass, and the rule says: ${short(hit.message)}` : null
    return hit ? null : 'must fail, and the rule finds nothing in it.'
  } catch (error) {
    if (!(error instanceof LintError)) throw error
    return `cannot be tried: ${short(error.message)}`
  }
}

const short = (text: string) => text.slice(0, MOST_CHARACTERS)
