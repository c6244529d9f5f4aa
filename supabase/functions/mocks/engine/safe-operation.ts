// An operation as the engine gets it. Descriptions are other people's: of a schema only keywords of JSON Schema are passed
// on (some generators call functions that a schema names), references lead nowhere else, and what is made of it has an end.
import { exactDigits } from '../../../../analysis/parse/exact-number.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../../_shared/pages/read.ts'
import { isTame, repeatsLittle } from './tame-pattern.ts'
import { mostVisits, Visits } from './visits.ts'

type Schema = boolean | { [keyword: string]: unknown }

export interface CheckedOperation {
  request: { body?: { required: boolean; contents: { mediaType: string }[] } } & Partial<
    Record<ParameterPart, unknown>
  >
}

type ParameterPart = 'headers' | 'query' | 'path'
export type RequestPart = 'body' | ParameterPart

export interface SafeOperation {
  /** What requests are held against: with the patterns of the description that end soon, for texts that are not long. */
  checked: CheckedOperation
  checkedWithoutPatterns: CheckedOperation
  /** How many schemas look at one value of a request at most. */
  visits: number
  /** What answers are made of. */
  mocked: object
  /** Whether answers may be made up from its schemas: they are not larger than what one answer may hold. */
  mayGenerate: boolean
}

const mostDepth = 60
const mostSchemas = 20_000
const mostGenerated = 5_000
const mostItems = 5
const mostText = 500
const mostMerges = 200
/** How often a generator goes through one reference. */
const mostRounds = 4

const values = new Set(['title', 'type', 'enum', 'const', 'default', 'example', 'examples', 'nullable'])
const styles = new Set([
  'simple',
  'form',
  'label',
  'matrix',
  'deepObject',
  'spaceDelimited',
  'pipeDelimited',
  'commaDelimited',
  'unspecified',
])
const schemes = new Set(['apiKey', 'http', 'oauth2', 'openIdConnect'])
const flags = new Set(['readOnly', 'writeOnly', 'deprecated', 'uniqueItems'])
const numbers = new Set([
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
])
const single = new Set([
  'additionalItems',
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'if',
  'then',
  'else',
  'not',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const named = new Set(['properties', 'patternProperties', 'dependentSchemas'])

/** The operation, made harmless. */
export function safeOperation(operation: Fields): SafeOperation {
  const mocked = new Copier(fieldsOf(operation.__bundled__), repeatsLittle, true)
  const responses = listOf(operation.responses).map((response) => ({
    code: textOf(response.code),
    headers: mocked.parameters(response.headers),
    contents: mocked.contents(response.contents),
  }))
  const common = {
    id: 'operation',
    method: textOf(operation.method),
    path: textOf(operation.path),
    servers: [],
  }
  const mockedOperation = {
    ...common,
    deprecated: operation.deprecated === true,
    responses,
    __bundled__: mocked.bundled(),
  }
  const { checked, visits } = checkedOperation(operation, common, isTame)
  return {
    checked,
    visits,
    checkedWithoutPatterns: checkedOperation(operation, common, () => false).checked,
    mocked: mockedOperation,
    mayGenerate: responses.every(({ contents }) =>
      contents.every((content) => isSmall(content.schema, mockedOperation.__bundled__)),
    ),
  }
}

function checkedOperation(
  operation: Fields,
  common: { path: string },
  mayRun: (pattern: string) => boolean,
): { checked: CheckedOperation; visits: number } {
  const copier = new Copier(fieldsOf(operation.__bundled__), mayRun, false)
  const request = fieldsOf(operation.request)
  const body = fieldsOf(request.body)
  const bundle = copier.bundled()
  const measured = new Visits(bundle)
  let visits = 1
  const bounded = <Holder extends { schema?: Schema }>(holder: Holder): Holder => {
    const most = measured.of(holder.schema)
    if (most > mostVisits) return { ...holder, schema: true }
    visits = Math.max(visits, most)
    return holder
  }
  const checked = {
    ...common,
    responses: [],
    security: securityOf(operation.security),
    request: {
      ...(isFields(request.body)
        ? {
            body: { required: body.required === true, contents: copier.contents(body.contents).map(bounded) },
          }
        : {}),
      headers: copier.parameters(request.headers).map(bounded),
      query: copier.parameters(request.query).map(bounded),
      // The engine takes a path apart by a regular expression that it makes of the template.
      path: isPlainTemplate(common.path) ? copier.parameters(request.path).map(bounded) : [],
    },
    __bundled__: bundle,
  }
  return { checked, visits }
}

class Copier {
  readonly #bundle: Fields
  readonly #mayRun: (pattern: string) => boolean
  readonly #isForAnswers: boolean
  #schemas = 0

  constructor(bundle: Fields, mayRun: (pattern: string) => boolean, isForAnswers: boolean) {
    this.#bundle = bundle
    this.#mayRun = mayRun
    this.#isForAnswers = isForAnswers
  }

  bundled(): Record<string, Schema> {
    return this.#each(this.#bundle, 0)
  }

  parameters(value: unknown) {
    const parameters = listOf(value).filter((parameter) =>
      isReadable(parameter, parameter.name, parameter.schema),
    )
    return parameters.map((parameter) => ({
      name: textOf(parameter.name),
      ...styleOf(parameter),
      required: parameter.required === true,
      explode: parameter.explode === true,
      deprecated: parameter.deprecated === true,
      examples: listOf(parameter.examples),
      ...(parameter.schema === undefined ? {} : { schema: this.schema(parameter.schema, 0) }),
    }))
  }

  contents(value: unknown) {
    return listOf(value).map((content) => ({
      mediaType: textOf(content.mediaType).toLowerCase(),
      examples: listOf(content.examples),
      encodings: listOf(content.encodings)
        .filter((encoding) => isReadable(encoding, encoding.property, content.schema))
        .map((encoding) => ({
          property: textOf(encoding.property),
          explode: encoding.explode === true,
          ...styleOf(encoding),
        })),
      ...(content.schema === undefined ? {} : { schema: this.schema(content.schema, 0) }),
    }))
  }

  schema(value: unknown, depth: number): Schema {
    if (typeof value === 'boolean') return value
    if (!isFields(value) || depth > mostDepth || ++this.#schemas > mostSchemas) return {}
    if (value.$ref !== undefined) return this.#reference(value.$ref)
    const copy: { [keyword: string]: unknown } = {}
    for (const [keyword, child] of Object.entries(value)) {
      const safe = this.#keyword(keyword, child, depth + 1)
      if (safe !== undefined) copy[keyword] = safe
    }
    if (Object.keys(fieldsOf(value.patternProperties)).some((name) => !this.#mayRun(name))) {
      // What a pattern that does not run allows may not be refused as something else.
      delete copy.additionalProperties
      delete copy.unevaluatedProperties
    }
    return mergesOf(copy) > mostMerges ? {} : copy
  }

  // What did not fit into the operation's own budget may be anything.
  #reference(value: unknown): Schema {
    const [, key = ''] = /^#\/__bundled__\/([\w.-]+)$/.exec(textOf(value)) ?? []
    return Object.hasOwn(this.#bundle, key) ? { $ref: `#/__bundled__/${key}` } : {}
  }

  #keyword(keyword: string, value: unknown, depth: number): unknown {
    if (values.has(keyword) || (flags.has(keyword) && typeof value === 'boolean')) return value
    if (numbers.has(keyword)) return this.#number(keyword, value)
    if (keyword === 'required')
      return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined
    if (keyword === 'format') return safeFormat(value)
    if (keyword === 'pattern') return typeof value === 'string' && this.#mayRun(value) ? value : undefined
    if (keyword === 'items' && Array.isArray(value)) return value.map((item) => this.schema(item, depth))
    if (single.has(keyword)) return this.schema(value, depth)
    if (listed.has(keyword))
      return Array.isArray(value) && value.length > 0
        ? value.map((item) => this.schema(item, depth))
        : undefined
    if (!named.has(keyword) || !isFields(value)) return undefined
    const mayName = (name: string) => keyword !== 'patternProperties' || this.#mayRun(name)
    return this.#each(Object.fromEntries(Object.entries(value).filter(([name]) => mayName(name))), depth)
  }

  #each(schemas: Fields, depth: number): Record<string, Schema> {
    const entries = Object.entries(schemas).filter(([name]) => name !== '__proto__')
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.schema(schema, depth)]))
  }

  // Numbers of which JavaScript would round come as texts; a limit may be rounded.
  #number(keyword: string, value: unknown): number | boolean | undefined {
    if (typeof value === 'boolean') return value
    const number = typeof value === 'number' ? value : Number(exactDigits(value) ?? Number.NaN)
    if (!Number.isFinite(number)) return undefined
    if (!this.#isForAnswers) return number
    if (/Items|Contains|Properties/.test(keyword)) return Math.min(number, mostItems)
    return /Length/.test(keyword) ? Math.min(number, mostText) : number
  }
}

function styleOf({ style }: Fields): { style?: string } {
  return typeof style === 'string' && styles.has(style) ? { style } : {}
}

// The engine finds the fields of a deep object by a regular expression that it makes of their names.
function isReadable({ style }: Fields, name: unknown, schema: unknown): boolean {
  return style !== 'deepObject' || (isPlainName(textOf(name)) && namesIn(schema).every(isPlainName))
}

function isPlainName(name: string): boolean {
  return name.length <= 500 && !/[\\^*+?(){}|]/.test(name)
}

/** Names of the properties at every depth of a schema; what lies deeper than any schema that is passed on has none. */
function namesIn(value: unknown, depth = 0): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, depth + 1))
  if (!isFields(value) || depth > mostDepth * 2) return []
  const below = Object.values(value).flatMap((child) => namesIn(child, depth + 1))
  return [...Object.keys(fieldsOf(value.properties)), ...below]
}

// The engine finds formats by their names, in objects that have a constructor, too; the expression by which it knows a
// `url`, which no standard names, takes the square of a text's length.
function safeFormat(value: unknown): string | undefined {
  return typeof value !== 'string' || value in {} || value === 'url' ? undefined : value
}

/** Alternatives, each of schemes that are wanted together. */
function securityOf(security: unknown): object[][] {
  const alternatives: unknown[] = Array.isArray(security) ? security.filter(Array.isArray) : []
  return alternatives.map((alternative) =>
    listOf(alternative).map((scheme) => ({
      type: schemes.has(textOf(scheme.type)) ? scheme.type : 'other',
      in: textOf(scheme.in),
      name: textOf(scheme.name),
      scheme: textOf(scheme.scheme).toLowerCase(),
    })),
  )
}

/** Into how many schemas an allOf of choices is multiplied out. */
function mergesOf(schema: Schema): number {
  if (typeof schema === 'boolean') return 1
  const parts = [schema, ...(Array.isArray(schema.allOf) ? (schema.allOf as Schema[]) : [])]
  let merges = 1
  for (const part of parts) {
    if (typeof part === 'boolean') continue
    for (const choice of [part.anyOf, part.oneOf]) merges *= Array.isArray(choice) ? choice.length : 1
    if (part !== schema) merges *= Array.isArray(part.allOf) ? mergesOf({ allOf: part.allOf }) : 1
  }
  return parts.length === 1 ? 1 : merges
}

function isPlainTemplate(path: string): boolean {
  return path.length <= 500 && path.split('/').every((segment) => segment.split('{').length <= 2)
}

/** Whether what a generator makes of a schema, going round its references a few times, has an end worth waiting for. */
function isSmall(root: Schema | undefined, bundle: Record<string, Schema>): boolean {
  let made = 0
  const rounds = new Map<string, number>()
  const visit = (value: unknown): void => {
    if (++made > mostGenerated || typeof value !== 'object' || value === null) return
    const schema = value as { [keyword: string]: unknown }
    const key = textOf(schema.$ref).slice('#/__bundled__/'.length)
    const round = rounds.get(key) ?? 0
    if (key !== '' && round < mostRounds) {
      rounds.set(key, round + 1)
      visit(bundle[key])
      rounds.set(key, round)
    }
    const items = Math.max(1, Number(schema.maxItems ?? schema.minItems ?? mostItems))
    for (const [keyword, child] of Object.entries(schema)) {
      if (named.has(keyword)) Object.values(child as object).forEach(visit)
      else if (Array.isArray(child) && (listed.has(keyword) || keyword === 'items')) child.forEach(visit)
      else if (single.has(keyword)) for (let n = 0; n < items && made <= mostGenerated; n++) visit(child)
    }
  }
  visit(root)
  return made <= mostGenerated
}
