import type { JsonValue } from '../../types.ts'
import type { ChangeList, Subject } from '../change-list.ts'
import { PROPERTY_RULES, SCHEMA_RULES, type SchemaRule } from '../schema-rules.ts'
import type { ObjectAt } from '../side.ts'
import type { Level } from '../types.ts'
import type { SchemaView } from './view.ts'

/** `both`: a model by itself, which may be sent and received. */
export type Direction = 'request' | 'response' | 'both'

/** What a schema describes: who sends its values, and as what. */
export interface Use {
  subject: Subject
  direction: Direction
  /** Where it is used, as rules name it. */
  holder: 'body' | 'parameter' | 'header-parameter' | 'header' | 'model'
  /** The same for a sentence: `query parameter “limit”`. */
  place: string
  /** Whether its values travel as plain text, where 1 and "1" are the same. */
  textual: boolean
  /** Of a parameter that may be left out, the default is what it then means. */
  optional?: boolean
  /** A list parameter of which each item is written by itself: `a=1&a=2`. */
  exploded?: boolean
}

/** A schema before and after, and where it is inside what is used. */
export interface SchemaPair {
  before: SchemaView
  after: SchemaView
  /** Names of properties on the way, `items` and the like included; empty at the root. */
  path: string
  /** Whether the other side never sends it (readOnly in a request, writeOnly in a response). */
  unsent: boolean
}

// A path is read by people; references may make it as long as they like.
const MAX_PATH = 300

/** The path of a property below another. */
export function joinPath(path: string, name: string): string {
  if (path === '') return name
  return path.length > MAX_PATH ? `…/${name}` : `${path}/${name}`
}

export interface SchemaDetails {
  before?: JsonValue | undefined
  after?: JsonValue | undefined
  name?: string
  at?: ObjectAt
  side?: 'old' | 'new'
}

/** Reports changes of the schemas of one use. */
export class SchemaReporter {
  readonly use: Use
  private readonly changes: ChangeList

  constructor(use: Use, changes: ChangeList) {
    this.use = use
    this.changes = changes
  }

  get full(): boolean {
    return this.changes.full
  }

  /** Reports a rule of SCHEMA_RULES at the place of a pair. */
  report(pair: SchemaPair, key: string, details: SchemaDetails = {}): void {
    const rule = ruleOf(SCHEMA_RULES, key)
    const level = this.levelOf(rule, key, pair)
    const softened = level !== this.ruleLevel(rule) && pair.unsent
    const prefix = softened ? this.unsentPrefix : this.prefix(pair.path, key)
    this.add(this.nameOf(`${prefix}-${key}`), level, rule[2], pair, pair.path, details)
  }

  /** Reports a rule of PROPERTY_RULES; `name` is the whole name of the rule. */
  reportProperty(
    pair: SchemaPair,
    key: string,
    name: string,
    path: string,
    unsent: boolean,
    details: SchemaDetails,
  ): void {
    const rule = ruleOf(PROPERTY_RULES, key)
    this.add(name, unsent ? 'patch' : this.ruleLevel(rule), rule[2], pair, path, details)
  }

  /** Name of the places of properties in rules: `request-property`, `request-header-property`, … */
  get property(): string {
    return this.prefix('property')
  }

  private ruleLevel([request, response]: SchemaRule): Level {
    if (this.use.direction === 'both') return request === 'major' || response === 'patch' ? request : response
    return this.use.direction === 'request' ? request : response
  }

  private get unsentPrefix(): string {
    return this.use.direction === 'request' ? 'request-read-only-property' : 'response-write-only-property'
  }

  private prefix(path: string, key = ''): string {
    const { holder, direction } = this.use
    // What limits the items of a list parameter limits its values.
    const root =
      path === '' || (path === 'items' && holder === 'parameter' && /^(exclusive-)?m(ax|in)-/.test(key))
    if (holder === 'parameter') return root ? 'request-parameter' : 'request-parameter-property'
    if (holder === 'header-parameter') return root ? 'request-parameter' : 'request-header-property'
    if (holder === 'header') return root ? 'response-header' : 'response-header-property'
    if (holder === 'model') return root ? 'model' : 'model-property'
    return `${direction}-${root ? 'body' : 'property'}`
  }

  private levelOf(rule: SchemaRule, key: string, pair: SchemaPair): Level {
    const { holder, optional } = this.use
    if (key.startsWith('default-value-') && holder.endsWith('parameter') && pair.path === '') {
      return optional ? 'major' : 'patch'
    }
    return this.isHarmless(pair, key) ? 'patch' : this.ruleLevel(rule)
  }

  // Who sends back what was received still meets new types and patterns of what is only sent by the API.
  private isHarmless({ unsent }: SchemaPair, key: string): boolean {
    if (!unsent) return false
    return this.use.direction === 'response' || /^(enum-value-|(exclusive-)?m(ax|in)-)/.test(key)
  }

  private nameOf(name: string): string {
    return name === 'response-body-enum-value-removed' ? 'response-mediatype-enum-value-removed' : name
  }

  private add(
    name: string,
    level: Level,
    message: string,
    pair: SchemaPair,
    path: string,
    details: SchemaDetails,
  ): void {
    const { side = 'new', at = side === 'new' ? pair.after.at : pair.before.at } = details
    const place = path === '' ? this.use.place : `property “${path}” of the ${this.use.place}`
    this.changes.addAs(this.use.subject, name, level, message, { ...details, at, side, place })
  }
}

function ruleOf(rules: Readonly<Record<string, SchemaRule>>, key: string): SchemaRule {
  const rule = rules[key]
  if (!rule) throw new Error(`There is no rule ${key}.`)
  return rule
}
