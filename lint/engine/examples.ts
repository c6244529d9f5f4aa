// The two rules that hold examples against their schemas take Spectral nine tenths of its time and memory: it walks every
// way to a schema (references make them a multitude), and keeps what it made of each. Here each value is looked at once,
// by Spectral's own function, so that it says the same words of the same places.
import type { Rule, Ruleset, RulesetFunctionContext } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { isObject } from '../../analysis/json.ts'
import type { JsonObject } from '../../analysis/types.ts'
import { fitPlainly, plainValuesOf } from './plain-values.ts'

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
      for (const { value, path } of walk.candidates(root, [], 0)) {
        const plain = plainValuesOf(mode, value)
        if (plain && fitPlainly(mode === 'schema' ? value : value.schema, plain)) continue
        if (checks++ % CHECKS_TOGETHER === 0) shared = Object.create(context.documentInventory)
        // The checker keeps what it compiled by this object; schemas that are known by an id must all meet in one.
        const inventory = hasId(value) ? context.documentInventory : shared
        const results = check(value, options, { ...context, path, documentInventory: inventory })
        if (Array.isArray(results)) found.push(...results)
      }
      return found
    },
  }
  return named.oasExample as ThenFunction
}

function hasId(value: object): boolean {
  return /"\$?id":"/.test(JSON.stringify(value))
}

/** Whether the text has a value at several places (YAML's aliases): each is a place of its own, then. */
function sharesValues(root: unknown): boolean {
  const seen = new Set<object>()
  const open = [root]
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
  readonly #seen = new WeakMap<object, Set<number>>()

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
    const states = this.#seen.get(value)
    if (states === undefined) this.#seen.set(value, new Set([bits]))
    else if (states.has(bits)) return false
    else states.add(bits)
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
