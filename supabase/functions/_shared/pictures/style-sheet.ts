// The sheets of a drawing, as Illustrator writes them: rules for elements, classes and ids by themselves. All else of CSS is
// left out. What is cut at the wrong place here is only wrong: whether it is harmless is for `style-values.ts` to say.
import { attributeFor } from './style-values.ts'

/** What its styles may cost a drawing: each rule, each declaration and each letter that is set takes from it. */
export interface Budget {
  left: number
}

type Declared = [attribute: string, value: string]

/** What all rules of one selector say. */
export interface Rule {
  tag: string
  ids: string[]
  classes: string[]
  weight: number
  /** By attribute; `at` counts on through all sheets, so that the last one wins. */
  said: Map<string, { value: string; at: number }>
}

/** Rules by what an element must have at least: `#id`, `.class`, `tag` or `*`. */
export type Rules = Map<string, Rule[]>

const name = String.raw`[\w\u00a0-\uffff-]+`
const selectors = new RegExp(String.raw`^([a-z][a-z0-9]*|\*)?((?:[.#]${name}){0,8})$`, 'i')
const qualifiers = new RegExp(`[.#]${name}`, 'g')

/** The declarations of `style="…"` or of a rule that are kept. */
export function declarations(text: string, budget: Budget): Declared[] {
  const kept: Declared[] = []
  for (const declaration of text.split(';')) {
    if (--budget.left < 0) return []
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    const said = attributeFor(property, declaration.slice(colon + 1))
    if (said) kept.push(said)
  }
  return kept
}

/** The rules of sheets; once the budget is used up, those before. */
export function rulesOf(sheet: string, budget: Budget): Rules {
  const rules: Rules = new Map()
  const bySelector = new Map<string, Rule>()
  let at = 0
  for (const { prelude, block } of blocksOf(withoutComments(sheet))) {
    const said = declarations(block, budget)
    for (const selector of said.length > 0 ? prelude.split(',') : []) {
      const wanted = selector.trim()
      budget.left -= 1 + said.length
      if (budget.left < 0) return rules
      const rule = bySelector.get(wanted) ?? ruleFor(wanted)
      if (!rule) continue
      if (!bySelector.has(wanted)) {
        bySelector.set(wanted, rule)
        const key = keyOf(rule)
        const before = rules.get(key)
        if (before) before.push(rule)
        else rules.set(key, [rule])
      }
      for (const [attribute, value] of said) rule.said.set(attribute, { value, at: at++ })
    }
  }
  return rules
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', from)) {
    parts.push(text.slice(from, at))
    const end = text.indexOf('*/', at + 2)
    from = end < 0 ? text.length : end + 2
  }
  return [...parts, text.slice(from)].join(' ')
}

function keyOf({ tag, ids, classes }: Rule): string {
  if (ids[0]) return `#${ids[0]}`
  return classes[0] ? `.${classes[0]}` : tag
}

function ruleFor(selector: string): Rule | null {
  const [matched, tag = '*', more = ''] = selectors.exec(selector) ?? []
  if (!matched) return null
  const all = more.match(qualifiers) ?? []
  const named = (sign: string) => all.filter((one) => one[0] === sign).map((one) => one.slice(1))
  const [ids, classes] = [named('#'), named('.')]
  const weight = ids.length * 1e6 + classes.length * 1e3 + (tag === '*' ? 0 : 1)
  return { tag: tag.toLowerCase(), ids, classes, weight, said: new Map() }
}

/** What stands in braces and before them; neither rules in rules nor those that begin with an @, nor what is not closed. */
function* blocksOf(text: string): Generator<{ prelude: string; block: string }> {
  const marks = /[{};]/g
  let depth = 0
  let from = 0
  let block = 0
  let isPlain = true
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '{') {
      depth += 1
      if (depth === 1) block = marks.lastIndex
      else isPlain = false
    } else if (mark[0] === '}' && depth > 1) depth -= 1
    else if (mark[0] === '}' || depth === 0) {
      const prelude = text.slice(from, Math.max(block - 1, from))
      if (depth === 1 && isPlain) yield { prelude, block: text.slice(block, mark.index) }
      depth = 0
      isPlain = true
      from = block = marks.lastIndex
    }
  }
}
