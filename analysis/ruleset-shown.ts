// A Spectral ruleset as readers see it. Whatever its author wrote comes in: what is none of a ruleset is left out.
import { isObject, own, ownString } from './json.ts'
import type { JsonObject, JsonValue } from './types.ts'

/** The order of the specification. */
export const severities = ['error', 'warn', 'info', 'hint', 'off'] as const
export type RuleSeverity = (typeof severities)[number]

export interface Requirement {
  field: string | null
  name: string
  options: JsonValue | undefined
}

export interface RuleShown {
  name: string
  severity: RuleSeverity
  /** Only another severity for a rule that is extended. */
  isChange: boolean
  description: string
  message: string
  documentationUrl: string
  given: string[]
  requirements: Requirement[]
  formats: string[]
}

export interface RulesetShown {
  description: string
  documentationUrl: string
  bases: { name: string; which: string | null }[]
  rules: RuleShown[]
  aliases: { name: string; expressions: string[] }[]
  overrides: { files: string[]; rules: RuleShown[] }[]
  exceptions: { place: string; rules: string[] }[]
}

/** What a ruleset says; null for what is none. */
export function rulesetShown(value: JsonValue): RulesetShown | null {
  if (!isObject(value)) return null
  return {
    description: ownString(value, 'description') ?? '',
    documentationUrl: ownString(value, 'documentationUrl') ?? '',
    bases: basesOf(own(value, 'extends')),
    rules: rulesOf(own(value, 'rules')),
    aliases: entriesOf(own(value, 'aliases')).map(([name, alias]) => ({
      name,
      expressions: expressionsOf(alias),
    })),
    overrides: listOf(own(value, 'overrides'))
      .filter(isObject)
      .map((part) => ({ files: textsOf(own(part, 'files')), rules: rulesOf(own(part, 'rules')) })),
    exceptions: entriesOf(own(value, 'except')).map(([place, rules]) => ({ place, rules: textsOf(rules) })),
  }
}

function basesOf(value: JsonValue | undefined) {
  return listOf(value).flatMap((item) => {
    const [name, which = null] = Array.isArray(item) ? item : [item]
    return typeof name === 'string' ? [{ name, which: typeof which === 'string' ? which : null }] : []
  })
}

function rulesOf(value: JsonValue | undefined): RuleShown[] {
  const rules = entriesOf(value).map(([name, rule]) => ruleOf(name, rule))
  return rules.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

function ruleOf(name: string, value: JsonValue): RuleShown {
  const rule: JsonObject = isObject(value) ? value : {}
  const given = own(rule, 'given')
  return {
    name,
    severity: severityOf(isObject(value) ? (own(rule, 'severity') ?? 'warn') : value),
    isChange: given === undefined && own(rule, 'then') === undefined,
    description: ownString(rule, 'description') ?? '',
    message: ownString(rule, 'message') ?? '',
    documentationUrl: ownString(rule, 'documentationUrl') ?? '',
    given: textsOf(given),
    requirements: listOf(own(rule, 'then')).filter(isObject).map(requirementOf),
    formats: textsOf(own(rule, 'formats')),
  }
}

/** A severity in any of the ways in which rulesets write it. */
export function severityOf(value: JsonValue): RuleSeverity {
  if (value === false) return 'off'
  if (typeof value === 'number') return value === -1 ? 'off' : (severities[value] ?? 'warn')
  // A list changes the options as well.
  if (Array.isArray(value)) return severityOf(value[0] ?? 'warn')
  return severities.find((one) => one === value) ?? 'warn'
}

function requirementOf(then: JsonObject): Requirement {
  return {
    field: ownString(then, 'field') ?? null,
    name: ownString(then, 'function') ?? '',
    options: own(then, 'functionOptions'),
  }
}

function expressionsOf(alias: JsonValue): string[] {
  if (!isObject(alias)) return textsOf(alias)
  return listOf(own(alias, 'targets'))
    .filter(isObject)
    .flatMap((target) => textsOf(own(target, 'given')))
}

const listOf = (value: JsonValue | undefined): JsonValue[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
const textsOf = (value: JsonValue | undefined): string[] =>
  listOf(value).filter((item) => typeof item === 'string')
const entriesOf = (value: JsonValue | undefined): [string, JsonValue][] =>
  isObject(value) ? Object.entries(value) : []
