// The two rules that hold examples against their schemas take Spectral nine tenths of its time and memory: it walks every
// way to a schema (references make them a multitude), and keeps what it made of each. Here each value is looked at once,
// by Spectral's own function, so that it says the same words of the same places.
import type { Rule, Ruleset, RulesetFunctionContext } from '@stoplight/spectral-core'
import { oas3_0, oas3_1 } from '@stoplight/spectral-formats'
import { oas } from '@stoplight/spectral-rulesets'
import { isObject } from '../../analysis/json.ts'
import type { JsonObject, JsonValue } from '../../analysis/types.ts'
import { surelyFits } from './fits.ts'
import { type Dialect, plainSchemas } from './plain-schema.ts'
import { prune } from './prune.ts'

type Then = Rule['then'][number]
type ThenFunction = Then['function']
type Results = Extract<ReturnType<ThenFunction>, unknown[]>
type Path = (string | number)[]

const RULES = ['oas3-valid-media-example', 'oas3-valid-schema-example'] as const
/** How many checks share what the schema checker keeps. */
const CHECKS_TOGETHER = 300

/** Lets the example rules of a ruleset look at each value once, where they are as Spectral has them. */
export function lintExamplesOnce(ruleset: Ruleset): void {
  for (const name of RULES) {
    const rule = ruleset.rules[name]
    if (rule === undefined) continue
    const { given, then } = oas.rules[name]
    const [only, ...more] = rule.then
    const isOriginal = only?.function === then.function && more.length === 0 && sameList(rule.given, given)
    if (!isOriginal) continue
    const mode = name === 'oas3-valid-media-example' ? 'media' : 'schema'
    rule.given = '$'
    rule.then = [{ function: onceEach(mode, only.function), functionOptions: only.functionOptions }]
  }
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function onceEach(mode: 'media' | 'schema', check: ThenFunction): ThenFunction {
  const named = {
    oasExample(root: unknown, options: unknown, context: RulesetFunctionContext) {
      const walk = new Walk(mode, sharesValues(context.document.data))
      const found: Results = []
      let checks = 0
      let shared = context.documentInventory
      const dialect = dialectOf(context.document)
      const isPlain = dialect ? plainSchemas(dialect) : () => false
      for (const { value, path } of walk.candidates(root, [], 0)) {
        const asked = needed(mode, value, isPlain)
        if (asked === undefined) continue
        if (checks++ % CHECKS_TOGETHER === 0) shared = Object.create(context.documentInventory)
        // The checker keeps what it compiled by this object; schemas that are known by an id must all meet in one.
        const inventory = hasId(asked) ? context.documentInventory : shared
        const results = check(asked, options, { ...context, path, documentInventory: inventory })
        if (Array.isArray(results)) found.push(...results)
      }
      return found
    },
  }
  return named.oasExample as ThenFunction
}

/** Undefined where the description names one of its own, or none is known. */
function dialectOf({ formats, data }: RulesetFunctionContext['document']): Dialect | undefined {
  if (formats?.has(oas3_0)) return 'draft4'
  if (!formats?.has(oas3_1)) return undefined
  return isObject(data) && data.jsonSchemaDialect !== undefined ? undefined : 'draft2020-12'
}

/** The values that the example rules hold against a schema, or undefined where one cannot be. */
function valuesOf(mode: 'media' | 'schema', value: JsonObject): (JsonValue | undefined)[] | undefined {
  if (mode === 'schema') return ['example', 'default'].filter((key) => key in value).map((key) => value[key])
  if ('example' in value) return [value.example]
  // Spectral takes lists for objects there.
  const isHolder = (one: JsonValue | undefined): one is JsonObject => typeof one === 'object' && one !== null
  if (!isHolder(value.examples)) return undefined
  return Object.values(value.examples)
    .filter((one) => isHolder(one) && !('externalValue' in one))
    .map((one) => (isHolder(one) ? one.value : undefined))
}

/** What is to be asked of the schema checker: nothing where the values surely fit, and no more than may not. */
function needed(
  mode: 'media' | 'schema',
  value: JsonObject,
  isPlain: (schema: unknown) => boolean,
): JsonObject | undefined {
  const schema = mode === 'schema' ? value : value.schema
  const values = valuesOf(mode, value)
  if (!isObject(schema) || !values || !isPlain(schema)) return value
  if (values.every((one) => surelyFits(schema, one))) return undefined
  const pruned = prune(
    schema,
    values.filter((one) => one !== undefined),
  )
  return mode === 'schema' ? pruned : { ...value, schema: pruned }
}

function hasId(value: object): boolean {
  return /"\$?id":"/.test(JSON.stringify(value))
}

/** Whether the text has a value at several places (YAML's aliases): each is a place of its own, then. */
function sharesValues(root: unknown): boolean {
  if (typeof root !== 'object' || root === null) return false
  const known = sharing.get(root)
  if (known !== undefined) return known
  const shares = hasValueTwice(root)
  sharing.set(root, shares)
  return shares
}

// Both rules ask it of a text.
const sharing = new WeakMap<object, boolean>()

function hasValueTwice(root: object): boolean {
  const seen = new Set<object>()
  const open: unknown[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (seen.has(value)) return true
    seen.add(value)
    for (const child of Object.values(value))
      if (typeof child === 'object' && child !== null) open.push(child)
  }
  return false
}

interface Candidate {
  value: JsonObject
  path: Path
}

// What of the way to a value matters to the rules, as bits.
const HOLDER = 1
const SCHEMAS = 2
const REQUEST = 4
const RESPONSE = 8
const PROPERTIES = 16
const HOLDERS = new Set<string | number>(['content', 'headers', 'parameters'])
/** From here on all of the way that matters is in the bits. */
const DEPTH_THAT_MATTERS = 5

class Walk {
  readonly #mode: 'media' | 'schema'
  readonly #each: boolean
  // Of each object a bit for each state of the bits of its ways.
  readonly #seen = new WeakMap<object, number>()

  constructor(mode: 'media' | 'schema', each: boolean) {
    this.#mode = mode
    this.#each = each
  }

  /** What `given` of the rule selects, below a value. */
  *candidates(value: unknown, path: Path, bits: number): Generator<Candidate> {
    if (typeof value !== 'object' || value === null) return
    if (!this.#isNew(value, path.length, bits)) return
    if (bits & (HOLDER | SCHEMAS) && isObject(value) && this.#isMeant(value, bits)) yield { value, path }
    const isList = Array.isArray(value)
    for (const [name, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null) continue
      const key = isList ? Number(name) : name
      const below = [...path, key]
      yield* this.candidates(child, below, this.#bitsOf(bits, path, below, key))
    }
  }

  #isNew(value: object, depth: number, bits: number): boolean {
    if (this.#each || depth < DEPTH_THAT_MATTERS) return true
    const states = this.#seen.get(value) ?? 0
    const state = 1 << bits
    if (states & state) return false
    this.#seen.set(value, states | state)
    return true
  }

  #isMeant(value: JsonObject, bits: number): boolean {
    if (this.#mode === 'media')
      return Boolean(bits & HOLDER && value.schema && (value.example !== undefined || value.examples))
    if (bits & PROPERTIES) return false
    const hasExample = value.example !== undefined || value.default !== undefined
    const { enum: values, type, format, $ref, properties, items } = value
    return hasExample && Boolean(values || type || format || $ref || properties || items)
  }

  // `$..content..[…]` means what is below a member called so, and not that member.
  #bitsOf(bits: number, above: Path, path: Path, key: string | number): number {
    let next = bits & ~PROPERTIES
    if (key === 'properties') next |= PROPERTIES
    if (above.length > 0 && HOLDERS.has(above.at(-1) ?? '')) next |= HOLDER
    if (this.#mode === 'schema') {
      if (path.length === 3 && path[0] === 'components' && path[1] === 'schemas') next |= SCHEMAS
    } else if (isWay(path, 'requestBodies', 'requestBody')) next |= REQUEST
    else if (isWay(path, 'responses', 'responses')) next |= RESPONSE
    return next
  }
}

function isWay([first, second, , fourth]: Path, component: string, member: string): boolean {
  return (first === 'components' && second === component) || (first === 'paths' && fourth === member)
}
