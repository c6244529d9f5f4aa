// The parts of a ruleset's file, each name in it exchanged for what it means. What is wrong is told and left out.
import { isObject } from '../../analysis/json.ts'
import type { JsonObject, JsonValue } from '../../analysis/types.ts'
import { expandedCount } from './aliases.ts'
import { reasonAgainstExpression } from './expression.ts'
import type { Faults } from './faults.ts'
import { FORMATS, FORMER_NAMES, FUNCTIONS } from './vocabulary.ts'

type Path = (string | number)[]
/** A ruleset in the making: plain values, with functions where the file has names. */
export type Definition = Record<string, unknown>

const MOST_RULES = 2000
const MOST_EXPRESSIONS = 1000
const MOST_THENS = 100

export interface Reading {
  faults: Faults
  /** The aliases of the file, which expressions in it may name. */
  aliases: JsonValue | undefined
  /** What a name that is extended means; undefined where it is a fault, which has been told. */
  base: (name: string, path: Path) => object | undefined
}

/** What a file, or one of its overrides, says. */
export function definitionOf(root: JsonObject, path: Path, reading: Reading): Definition {
  const made: Definition = {}
  for (const [key, value] of Object.entries(root)) {
    if (key === 'extends') made.extends = basesOf(value, [...path, key], reading)
    else if (key === 'rules') made.rules = rulesOf(value, [...path, key], reading, path.length === 0)
    else if (key === 'formats') made.formats = formatsOf(value, [...path, key], reading)
    else if (key === 'aliases') made.aliases = aliasesOf(value, [...path, key], reading)
    else if (key === 'functions' || key === 'functionsDir') refuseFunctions(key, value, path, reading)
    else if (key !== 'except' && key !== 'overrides') made[key] = value
  }
  return made
}

function refuseFunctions(key: string, value: JsonValue, path: Path, { faults }: Reading): void {
  if (key === 'functionsDir' || (Array.isArray(value) && value.length === 0)) return
  faults.add(
    [...path, key],
    'Functions of one’s own are programs and are not run. Say it with the core functions (pattern, schema, …).',
  )
}

function basesOf(value: JsonValue, path: Path, { base, faults }: Reading): unknown {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item, index) => {
    const at = Array.isArray(value) ? [...path, index] : path
    const [name, which] = Array.isArray(item) ? item : [item, undefined]
    if (typeof name !== 'string' || (Array.isArray(item) && item.length !== 2)) {
      faults.add(
        at,
        'What is extended is named by a text, or by a list of that and "all", "recommended" or "off".',
      )
      return []
    }
    if (which !== undefined && which !== 'all' && which !== 'recommended' && which !== 'off') {
      faults.add(at, 'allowed types are "off", "recommended" and "all"')
      return []
    }
    const definition = base(name, at)
    if (definition === undefined) return []
    return [which === undefined ? definition : [definition, which]]
  })
}

function formatsOf(value: JsonValue, path: Path, { faults }: Reading): unknown {
  if (!Array.isArray(value)) return value
  const found = value.map((name, index) => {
    const format = typeof name === 'string' ? FORMATS.get(name) : undefined
    if (format === undefined)
      faults.add([...path, index], `There is no format ${JSON.stringify(name).slice(0, 80)}.`)
    return format
  })
  return [...new Set(found.filter((format) => format !== undefined))]
}

function aliasesOf(value: JsonValue, path: Path, reading: Reading): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, alias]) => {
    if (!isObject(alias)) {
      checkExpressions(alias, [...path, name], reading)
      return [name, alias]
    }
    if (!Array.isArray(alias.targets)) return [name, alias]
    const targets = alias.targets.map((target, index) => {
      const at = [...path, name, 'targets', index]
      if (!isObject(target)) return target
      checkExpressions(target.given, [...at, 'given'], reading)
      return target.formats === undefined
        ? target
        : { ...target, formats: formatsOf(target.formats, [...at, 'formats'], reading) }
    })
    return [name, { ...alias, targets }]
  })
  return Object.fromEntries(entries)
}

function rulesOf(value: JsonValue, path: Path, reading: Reading, isWhole: boolean): unknown {
  if (!isObject(value)) return value
  const names = Object.keys(value)
  if (names.length > MOST_RULES) {
    reading.faults.add(path, `There are more than ${MOST_RULES.toLocaleString('en')} rules.`)
    return {}
  }
  const rules: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(isWhole ? withPresentNames(value) : value))
    rules[name] = isObject(rule) ? ruleOf(rule, [...path, name], reading) : rule
  return rules
}

function ruleOf(rule: JsonObject, path: Path, reading: Reading): Definition {
  const made: Definition = { ...rule }
  if (rule.formats !== undefined) made.formats = formatsOf(rule.formats, [...path, 'formats'], reading)
  checkExpressions(rule.given, [...path, 'given'], reading)
  if (Array.isArray(rule.then)) {
    if (rule.then.length > MOST_THENS)
      reading.faults.add([...path, 'then'], `It asks more than ${MOST_THENS} things.`)
    else made.then = rule.then.map((then, index) => thenOf(then, [...path, 'then', index], reading))
  } else if (rule.then !== undefined) made.then = thenOf(rule.then, [...path, 'then'], reading)
  return made
}

function thenOf(then: JsonValue, path: Path, { faults }: Reading): unknown {
  if (!isObject(then)) return then
  const { function: name, field } = then
  if (typeof field === 'string' && field.startsWith('$')) {
    const reason = reasonAgainstExpression(field)
    if (reason) faults.add([...path, 'field'], reason)
  }
  if (typeof name !== 'string') return then
  const known = FUNCTIONS.get(name)
  if (known === undefined) faults.add([...path, 'function'], `There is no function "${name.slice(0, 80)}".`)
  return { ...then, function: known }
}

function checkExpressions(value: JsonValue | undefined, path: Path, { faults, aliases }: Reading): void {
  const list = Array.isArray(value) ? value : [value]
  let expanded = 0
  for (const [index, item] of list.entries()) {
    if (typeof item !== 'string') continue
    const at = Array.isArray(value) ? [...path, index] : path
    const reason = reasonAgainstExpression(item)
    if (reason) faults.add(at, reason)
    expanded += expandedCount(item, aliases, MOST_EXPRESSIONS)
    if (expanded <= MOST_EXPRESSIONS) continue
    const isCircle = expanded === Number.POSITIVE_INFINITY
    faults.add(
      at,
      isCircle
        ? 'Its aliases go in a circle.'
        : `Its aliases make more than ${MOST_EXPRESSIONS} expressions.`,
    )
    return
  }
}

function withPresentNames(rules: JsonObject): JsonObject {
  const made: JsonObject = {}
  for (const [name, rule] of Object.entries(rules)) {
    const present = isObject(rule) ? undefined : FORMER_NAMES.get(name)
    if (present === undefined) made[name] = rule
    else made[present] = stricter(rule, rules[present] ?? made[present])
  }
  return made
}

const ORDER: JsonValue[] = ['error', 'warn', 'info', 'hint', 'off']

// Of two severities for what became one rule the stricter holds.
function stricter(one: JsonValue, other: JsonValue | undefined): JsonValue {
  if (other === undefined || isObject(other)) return one
  const rank = (value: JsonValue) => (typeof value === 'number' ? value : ORDER.indexOf(value))
  return rank(one) > rank(other) ? other : one
}
