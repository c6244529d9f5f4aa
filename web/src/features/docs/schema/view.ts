// What a row of the schema tree shows. Computed one level at a time, when the row is painted: cycles and deep
// schemas cost nothing until somebody opens them.
import type { IExternalDocs } from '@stoplight/types'
import type { JsonSchema, SchemaLike } from '../model/types.ts'
import type { SchemaChild } from './child.ts'
import { discriminatorOf, mappedValue } from './discriminator.ts'
import { type Fact, factsOf, requiredGroups } from './facts.ts'
import { type FlatSchema, flatten, isSchema, isSchemaLike, refName, type SchemaDoc } from './flatten.ts'
import { rulesOf } from './rules.ts'

export interface SchemaChoice {
  kind: 'oneOf' | 'anyOf'
  options: { label: string; schema: SchemaLike }[]
  discriminator?: string
}

export interface SchemaView {
  /** `string <date-time>`, `array of Pet`, `object or null` … */
  label: string
  title?: string
  description?: string
  externalDocs?: IExternalDocs
  deprecated: boolean
  readOnly: boolean
  writeOnly: boolean
  /** Only members of the workspace read of it. */
  internal: boolean
  facts: Fact[]
  children: SchemaChild[]
  choices: SchemaChoice[]
  /** References whose content lives in another node. */
  externals: readonly string[]
  /** References that were followed for this view, to notice cycles. */
  refs: readonly string[]
  /** What the value must not be, in words. */
  not?: string
}

const MAX_NESTING = 3

/** The view of a schema at one place. Never throws: nonsense shows as `any`. */
export function viewOf(schema: SchemaLike, doc: SchemaDoc, nesting = 0): SchemaView {
  if (schema === false) return { ...emptyView(), label: 'nothing allowed' }
  const flat = unwrapNullable(flatten(schema, doc), doc)
  const own = flat.schema
  const not = isSchema(own.not) && isBare(own.not, doc) ? labelOf(own.not, doc) : undefined
  const rules = rulesOf([own, ...flat.more], not === undefined)
  const items = nesting < MAX_NESTING ? singleItems(own) : undefined
  const inner = items === undefined ? undefined : viewOf(items, doc, nesting + 1)
  return {
    label: flatLabel(flat, doc, nesting),
    ...text('title', own.title),
    ...text('description', own.description),
    deprecated: own.deprecated === true,
    readOnly: own.readOnly === true,
    writeOnly: own.writeOnly === true,
    internal: own['x-internal'] === true,
    ...(isDocs(own.externalDocs) && { externalDocs: own.externalDocs }),
    facts: [...factsOf(own), ...itemFacts(inner)],
    children: [...childrenOf(own), ...(inner?.children ?? []), ...rules],
    choices: [...choicesOf(flat, doc), ...(inner?.choices ?? [])],
    externals: [...flat.externals, ...(inner?.externals ?? [])],
    refs: [...flat.refs, ...(inner?.refs ?? [])],
    ...(not !== undefined && { not }),
  }
}

function isDocs(value: unknown): value is IExternalDocs {
  return isSchema(value) && typeof value.url === 'string'
}

/** Whether there is anything to open below a row. */
export function isOpenable(view: SchemaView): boolean {
  return view.children.length > 0 || view.choices.length > 0 || view.externals.length > 0
}

function emptyView(): SchemaView {
  const flags = { deprecated: false, readOnly: false, writeOnly: false, internal: false }
  return { label: 'any', ...flags, facts: [], children: [], choices: [], externals: [], refs: [] }
}

const isNull = (value: unknown): boolean =>
  isSchema(value) && value.type === 'null' && value.properties === undefined

/** `oneOf: [Pet, {type: null}]` is a Pet that may be null, not a choice. */
function unwrapNullable(flat: FlatSchema, doc: SchemaDoc): FlatSchema {
  for (const key of ['oneOf', 'anyOf'] as const) {
    const options = flat.schema[key]
    if (!Array.isArray(options) || flat.more.length > 0) continue
    const real = options.filter((option) => !isNull(option))
    if (real.length !== 1 || !isSchemaLike(real[0])) continue
    const { [key]: _only, ...rest } = flat.schema
    const single = flatten({ allOf: [rest, real[0]] }, doc)
    const name = flat.refName ?? flatten(real[0], doc).refName
    const nullable = real.length < options.length ? { nullable: true } : {}
    return {
      ...single,
      schema: { ...single.schema, ...nullable },
      externals: [...flat.externals, ...single.externals],
      refs: [...flat.refs, ...single.refs],
      ...(name !== undefined && { refName: name }),
    }
  }
  return flat
}

function singleItems(schema: JsonSchema): SchemaLike | undefined {
  return isSchema(schema.items) && !Array.isArray(schema.prefixItems) ? schema.items : undefined
}

/** Types a schema allows, guessed from its keywords when it does not say. */
export function typesOf(schema: JsonSchema): string[] {
  const said = [schema.type].flat().filter((type): type is string => typeof type === 'string')
  const nullable = schema.nullable === true && !said.includes('null') ? ['null'] : []
  return [...(said.length > 0 ? said : guessedTypes(schema)), ...nullable]
}

function guessedTypes(schema: JsonSchema): string[] {
  if (schema.properties || schema.additionalProperties || schema.patternProperties) return ['object']
  if (schema.items || schema.prefixItems || schema.contains) return ['array']
  const values = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const]
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
}

/** The type of a schema in a few words, without looking into what it holds; `nesting` bounds cycles. */
export function labelOf(schema: SchemaLike, doc: SchemaDoc, nesting = 0): string {
  if (schema === false) return 'nothing allowed'
  return flatLabel(unwrapNullable(flatten(schema, doc), doc), doc, nesting)
}

function flatLabel(flat: FlatSchema, doc: SchemaDoc, nesting: number): string {
  const { schema, externals } = flat
  const types = typesOf(schema)
  if (types.length > 0) return types.map((type) => typeLabel(type, flat, doc, nesting)).join(' or ')
  return nameOf(flat) ?? choiceLabel(schema, doc, nesting) ?? (externals.length > 0 ? 'object' : 'any')
}

function typeLabel(type: string, flat: FlatSchema, doc: SchemaDoc, nesting: number): string {
  const { schema } = flat
  if (type === 'object') return nameOf(flat) ?? 'object'
  if (type === 'array') {
    const items = nesting < MAX_NESTING ? singleItems(schema) : undefined
    const inner = items === undefined ? 'any' : labelOf(items, doc, nesting + 1)
    if (inner === 'any') return 'array'
    return inner.includes(' or ') ? `array of (${inner})` : `array of ${inner}`
  }
  return typeof schema.format === 'string' && type !== 'null' ? `${type} <${schema.format}>` : type
}

function choiceLabel(schema: JsonSchema, doc: SchemaDoc, nesting: number): string | undefined {
  const options = schema.oneOf ?? schema.anyOf
  if (!Array.isArray(options) || requiredGroups(schema).length > 0) return undefined
  const few = nesting < MAX_NESTING && options.length <= 6
  const labels = new Set(few ? options.filter(isSchemaLike).map((one) => labelOf(one, doc, nesting + 1)) : [])
  if (labels.size > 0 && labels.size <= 3) return [...labels].join(' or ')
  return `${schema.oneOf ? 'one' : 'any'} of ${options.length} types`
}

function nameOf(flat: FlatSchema): string | undefined {
  const title = flat.schema.title
  if (typeof title === 'string' && title.trim()) return title.trim()
  // Inline schemas are bundled under made-up keys in some documents: those say nothing to a reader.
  return flat.refName && /[a-z]{2}/i.test(flat.refName) ? flat.refName : undefined
}

function itemFacts(inner: SchemaView | undefined): Fact[] {
  if (!inner) return []
  return inner.facts
    .filter((fact) => fact.label !== 'Example' && fact.label !== 'Examples')
    .map((fact) => ({ ...fact, label: `Each item: ${fact.label.toLowerCase()}` }))
}

function childrenOf(schema: JsonSchema): SchemaChild[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const children: SchemaChild[] = []
  for (const [name, child] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
    if (isSchemaLike(child))
      children.push({ name, kind: 'property', schema: child, required: required.has(name) })
  }
  for (const [name, child] of Object.entries(
    isSchema(schema.patternProperties) ? schema.patternProperties : {},
  )) {
    if (isSchemaLike(child))
      children.push({ name: `/${name}/`, kind: 'pattern', schema: child, required: false })
  }
  for (const rest of [schema.additionalProperties, schema.unevaluatedProperties]) {
    if (isSchema(rest))
      children.push({ name: 'any other key', kind: 'additional', schema: rest, required: false })
  }
  return [...children, ...tupleItems(schema)]
}

function tupleItems(schema: JsonSchema): SchemaChild[] {
  const tuple = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : []
  const items = tuple
    .filter(isSchemaLike)
    .map((item, index): SchemaChild => ({ name: `[${index}]`, kind: 'item', schema: item, required: false }))
  const further = Array.isArray(schema.prefixItems) ? schema.items : schema.additionalItems
  for (const rest of [items.length > 0 ? further : undefined, schema.unevaluatedItems]) {
    if (isSchema(rest)) items.push({ name: '[…]', kind: 'item', schema: rest, required: false })
  }
  return items
}

function choicesOf(flat: FlatSchema, doc: SchemaDoc): SchemaChoice[] {
  return [flat.schema, ...flat.more].flatMap((schema) =>
    (['oneOf', 'anyOf'] as const).flatMap((kind): SchemaChoice[] => {
      const options = Array.isArray(schema[kind]) ? schema[kind].filter(isSchemaLike) : []
      if (options.length === 0 || requiredGroups(schema).length > 0) return []
      // The label says all there is to say of `string or integer`.
      if (options.every((option) => isBare(option, doc))) return []
      const discriminator = discriminatorOf(flat.schema)
      const labelled = distinctLabels(
        options.map((option) => {
          const label = optionLabel(option, doc)
          const value = mappedValue(flat.schema, option)
          return {
            label: value === undefined || value === label ? label : `${label} (${value})`,
            schema: option,
          }
        }),
      )
      return [{ kind, options: labelled, ...(discriminator !== undefined && { discriminator }) }]
    }),
  )
}

/** Whether a schema is a type and nothing else. */
function isBare(schema: SchemaLike, doc: SchemaDoc): boolean {
  const { schema: own, externals } = flatten(schema, doc)
  const says = Object.keys(own)
  return (
    externals.length === 0 && own.type !== 'object' && says.every((key) => key === 'type' || key === 'format')
  )
}

function optionLabel(option: SchemaLike, doc: SchemaDoc): string {
  if (isSchema(option) && typeof option.title === 'string' && option.title) return option.title
  const ref = isSchema(option) && typeof option.$ref === 'string' ? refName(option.$ref) : undefined
  const label = labelOf(option, doc)
  return ref && (label === 'object' || label === 'any') ? ref : label
}

function distinctLabels<T extends { label: string }>(options: T[]): T[] {
  const first = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, { label }] of options.entries()) {
    if (first.has(label)) repeated.add(label)
    else first.set(label, index)
  }
  return options.map((option, index) => {
    return repeated.has(option.label) ? { ...option, label: `${option.label} (${index + 1})` } : option
  })
}

function text<K extends string>(key: K, value: unknown): { [P in K]?: string } {
  return typeof value === 'string' && value.trim() ? ({ [key]: value } as { [P in K]: string }) : {}
}
