// Whether a value is what a plain schema asks for, as Ajv would say, read from the schema as it stands: compiling one for
// each example takes Spectral most of its time. What is not sure here is left to Spectral, and so is every sentence.
import { isObject } from '../../analysis/json.ts'
import type { JsonObject } from '../../analysis/types.ts'
import { isOdd } from './plain-schema.ts'

/** Null: it is not sure. */
type Verdict = boolean | null

/** Steps for one value; schemas that share parts can ask for any number of them. */
const MOST_STEPS = 20_000

/** Whether a value surely fits a plain schema (`plainSchemas`). */
export function surelyFits(schema: JsonObject, value: unknown): boolean {
  return value !== undefined && judge(schema, value, { steps: 0 }) === true
}

interface Count {
  steps: number
}

function judge(schema: JsonObject, value: unknown, count: Count): Verdict {
  if (++count.steps > MOST_STEPS || (isObject(value) && isOdd(value))) return null
  const { allOf, anyOf, oneOf, not } = schema as Record<string, JsonObject[] | undefined>
  const judged = (one: unknown) => judge(one as JsonObject, value, count)
  return all([
    () => ofType(schema, value),
    () => !Array.isArray(schema.enum) || schema.enum.some((choice) => choice === value),
    () => (typeof value === 'string' ? ofText(schema, value) : true),
    () => (typeof value === 'number' ? ofNumber(schema, value) : true),
    () => (Array.isArray(value) ? ofList(schema, value, count) : true),
    () => (isObject(value) ? ofMembers(schema, value, count) : true),
    ...(allOf ?? []).map((one) => () => judged(one)),
    () => (anyOf ? negated(all(anyOf.map((one) => () => negated(judged(one))))) : true),
    () => (oneOf ? exactlyOne(oneOf.map(judged)) : true),
    () => (not ? negated(judged(not)) : true),
  ])
}

/** False where one is, else null where one is. */
function all(verdicts: Iterable<() => Verdict>): Verdict {
  let sure = true
  for (const verdict of verdicts) {
    const one = verdict()
    if (one === false) return false
    if (one === null) sure = false
  }
  return sure || null
}

function negated(verdict: Verdict): Verdict {
  return verdict === null ? null : !verdict
}

function exactlyOne(verdicts: Verdict[]): Verdict {
  const fitting = verdicts.filter((one) => one === true).length
  if (fitting > 1) return false
  return verdicts.includes(null) ? null : fitting === 1
}

function ofType({ type, nullable }: JsonObject, value: unknown): boolean {
  if (type === undefined) return true
  const types = Array.isArray(type) ? type : [type]
  if (value === null) return nullable === true || types.includes('null')
  if (Array.isArray(value)) return types.includes('array')
  if (Number.isInteger(value) && types.includes('integer')) return true
  return types.includes(typeof value)
}

function ofText({ format, pattern, minLength, maxLength }: JsonObject, text: string): Verdict {
  // Ajv counts code points.
  const length = minLength === undefined && maxLength === undefined ? 0 : [...text].length
  return all([
    () => typeof minLength !== 'number' || length >= minLength,
    () => typeof maxLength !== 'number' || length <= maxLength,
    () => typeof pattern !== 'string' || new RegExp(pattern).test(text),
    () => typeof format !== 'string' || isOfFormat(format, text),
  ])
}

function ofNumber(schema: JsonObject, number: number): Verdict {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = schema
  if (!Number.isFinite(number)) return null
  return all([
    () => typeof minimum !== 'number' || number >= minimum,
    () => typeof maximum !== 'number' || number <= maximum,
    () => typeof exclusiveMinimum !== 'number' || number > exclusiveMinimum,
    () => typeof exclusiveMaximum !== 'number' || number < exclusiveMaximum,
    () => format !== 'int32' || (Number.isInteger(number) && Math.abs(number) < 2 ** 31) || null,
    () => format !== 'int64' || Number.isSafeInteger(number) || null,
  ])
}

function ofList(schema: JsonObject, list: unknown[], count: Count): Verdict {
  const { items, minItems, maxItems, uniqueItems } = schema
  return all([
    () => typeof minItems !== 'number' || list.length >= minItems,
    () => typeof maxItems !== 'number' || list.length <= maxItems,
    () => uniqueItems !== true || areDistinct(list),
    ...(isObject(items) ? list.map((item) => () => judge(items, item, count)) : []),
  ])
}

function areDistinct(list: unknown[]): Verdict {
  // Ajv keeps texts in an object, where one is no member.
  if (list.includes('__proto__')) return null
  if (list.length > 1 && list.some((item) => typeof item === 'object' && item !== null)) return null
  return new Set(list).size === list.length
}

function ofMembers(schema: JsonObject, value: JsonObject, count: Count): Verdict {
  const { required, additionalProperties: more, minProperties, maxProperties } = schema
  const names = Object.keys(value)
  const properties = isObject(schema.properties) ? schema.properties : {}
  const ofName = (name: string): Verdict => {
    const property = Object.hasOwn(properties, name) ? properties[name] : more
    if (isObject(property)) return judge(property, value[name], count)
    return property !== false
  }
  return all([
    () => typeof minProperties !== 'number' || names.length >= minProperties,
    () => typeof maxProperties !== 'number' || names.length <= maxProperties,
    () =>
      all((Array.isArray(required) ? required : []).map((name) => () => isThere(value, name, properties))),
    ...names.map((name) => () => ofName(name)),
  ])
}

/** What is only read, or only written, need not be there in some places. */
function isThere(value: JsonObject, name: unknown, properties: JsonObject): Verdict {
  if (Object.hasOwn(value, String(name))) return true
  const property = properties[String(name)]
  return isObject(property) && (property.readOnly === true || property.writeOnly === true) ? null : false
}

// Texts that surely are of a format. Those of numbers say nothing of texts, and an unknown one nothing at all.
const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/,
  'date-time':
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-](0\d|1[0-2]):[0-5]\d)$/,
  email: /^[a-z0-9]+([._+-][a-z0-9]+)*@([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}$/i,
  hostname: /^[a-z0-9]{1,60}(\.[a-z0-9]{1,60}){0,3}$/i,
  ipv4: /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
  uri: /^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?(\/[\w.~!$&'()*+,;=:@-]*)*(\?[\w.~!$&'()*+,;=:@/?-]*)?(#[\w.~!$&'()*+,;=:@/?-]*)?$/i,
  uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
}
const UNSURE = new Set([
  ...[
    'time',
    'iso-time',
    'iso-date-time',
    'duration',
    'uri-reference',
    'uri-template',
    'url',
    'ipv6',
    'regex',
    'byte',
  ],
  ...[
    'json-pointer',
    'json-pointer-uri-fragment',
    'relative-json-pointer',
    'idn-email',
    'iri',
    'iri-reference',
  ],
])

function isOfFormat(format: string, text: string): Verdict {
  const test = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (test) return test.test(text) || null
  return UNSURE.has(format) ? null : true
}
