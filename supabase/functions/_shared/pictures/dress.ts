// What sheets and `style="…"` say of each element, as attributes of it: the only look that a drawing keeps.
import { type Element, setAttributes } from './drawing.ts'
import { type Budget, declarations, type Rule, rulesOf } from './style-sheet.ts'
import { styleAttributes, styleValue } from './style-values.ts'

/** Some ten times what the largest honest drawing asks for. */
const most = 1_000_000

/** Gives every element its look, by the order of CSS; false for a drawing whose styles are more than any has. */
export function dress(drawing: Element, sheet: string): boolean {
  const budget: Budget = { left: most }
  const rules = rulesOf(sheet, budget)
  const look = (element: Element) => {
    const { className, style, ...kept } = element.properties
    const { id } = kept
    const classes = new Set(Array.isArray(className) ? className.map(String) : [])
    budget.left -= classes.size
    const candidates = [
      ...(typeof id === 'string' ? (rules.get(`#${id}`) ?? []) : []),
      ...[...classes].flatMap((one) => rules.get(`.${one}`) ?? []),
      ...(rules.get(element.tagName.toLowerCase()) ?? []),
      ...(rules.get('*') ?? []),
    ]
    budget.left -= candidates.length
    for (const name of styleAttributes) {
      const value = kept[name] === undefined ? null : styleValue(name, String(kept[name]))
      if (value === null) delete kept[name]
      else kept[name] = value
    }
    const said = new Map<string, { value: string; weight: number; at: number }>()
    const set = (attribute: string, value: string, weight: number, at: number) => {
      budget.left -= 1
      const before = said.get(attribute)
      if (before && (before.weight > weight || (before.weight === weight && before.at > at))) return
      said.set(attribute, { value, weight, at })
    }
    for (const rule of candidates)
      if (budget.left > 0 && fits(rule, element, classes))
        for (const [attribute, { value, at }] of rule.said) set(attribute, value, rule.weight, at)
    const own = declarations(String(style ?? ''), budget)
    for (const [at, [attribute, value]] of own.entries()) set(attribute, value, Number.POSITIVE_INFINITY, at)
    for (const [attribute, { value }] of said) {
      budget.left -= value.length
      kept[attribute] = value
    }
    setAttributes(element, kept)
    for (const child of element.children) if (child.type === 'element' && budget.left > 0) look(child)
  }
  if (budget.left > 0) look(drawing)
  return budget.left > 0
}

function fits({ tag, ids, classes }: Rule, { tagName, properties }: Element, has: Set<string>): boolean {
  return (
    (tag === '*' || tag === tagName.toLowerCase()) &&
    ids.every((id) => id === properties.id) &&
    classes.every((one) => has.has(one))
  )
}
