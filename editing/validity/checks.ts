// What the tables cannot say of an object: which of its fields belong together.
import { MODEL, V2, V3, V30, V31UP } from '../openapi/model.ts'
import { type MapNode, memberOf, type Node, type ScalarValue } from '../tree/node.ts'
import { digitsOf } from '../tree/value.ts'
import type { Path, Range } from '../types.ts'
import { shown } from './finding.ts'
import { addition, put, remove } from './fixes.ts'
import { keyOf, type Report } from './report.ts'

type Check = (report: Report, node: MapNode, path: Path, at: Range) => void

export const CHECKS: Readonly<Record<string, Check>> = {
  parameter: (report, node, path, at) => {
    const place = textOf(node, 'in')
    const required = memberOf(node, 'required')
    if (place === 'path' && !(required?.value.kind === 'scalar' && required.value.value === true)) {
      const fix = required ? put([...path, 'required'], true) : addition(path, 'required', true)
      report.add(
        'path-parameter-required',
        'error',
        'A parameter in the path must have “required: true”.',
        path,
        required ? keyOf(required) : at,
        [fix],
      )
    }
    if (report.version & V3) needsOne(report, node, path, at, ['schema', 'content'], { type: 'string' })
    else if (place === 'body') needsOne(report, node, path, at, ['schema'], { type: 'object' })
    else if (place !== undefined) needsOne(report, node, path, at, ['type'], 'string')
    onlyOne(report, node, path, ['schema', 'content'])
    onlyOne(report, node, path, ['example', 'examples'])
  },
  'media type': (report, node, path) => onlyOne(report, node, path, ['example', 'examples']),
  example: (report, node, path) => onlyOne(report, node, path, ['value', 'externalValue']),
  link: (report, node, path) => onlyOne(report, node, path, ['operationId', 'operationRef']),
  license: (report, node, path) => onlyOne(report, node, path, ['identifier', 'url']),
  server: (report, node, path) => {
    const url = memberOf(node, 'url')
    const address = textOf(node, 'url')
    if (!url || address === undefined) return
    const variables = memberOf(node, 'variables')?.value
    for (const [, name = ''] of address.slice(0, 2_000).matchAll(/\{([^{}]{1,100})\}/g)) {
      if (variables?.kind === 'map' && memberOf(variables, name)) continue
      const fix = variables
        ? addition([...path, 'variables'], name, { default: '' })
        : addition(path, 'variables', { [name]: { default: '' } })
      report.add(
        'undefined-variable',
        'error',
        `The variable ${shown(name)} of the address is not described.`,
        [...path, 'url'],
        url.value,
        [fix],
      )
    }
  },
  'security scheme': (report, node, path, at) => {
    const type = textOf(node, 'type')
    const needed = report.version & V2 ? NEEDED_2 : NEEDED_3
    for (const key of needed[type ?? ''] ?? []) {
      if (memberOf(node, key)) continue
      const value = key === 'flows' || key === 'scopes' ? {} : key === 'in' ? 'header' : ''
      report.add(
        'missing-key',
        'error',
        `A security scheme of type ${shown(type ?? '')} needs ${shown(key)}.`,
        path,
        at,
        [addition(path, key, value)],
      )
    }
  },
  schema: (report, node, path) => {
    bounds(report, node, path)
    if (report.version & V30 && textOf(node, 'type') === 'array' && !memberOf(node, 'items')) {
      const type = memberOf(node, 'type')
      if (type)
        report.add(
          'array-without-items',
          'error',
          'A list has to say what its elements are: “items”.',
          path,
          type.value,
          [addition(path, 'items', {})],
        )
    }
    if (report.version & (V31UP | MODEL)) notNullable(report, node, path)
    else oneType(report, node, path)
    exclusive(report, node, path)
    requiredOnce(report, node, path)
  },
}

const NEEDED_2: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  oauth2: ['flow', 'scopes'],
}
const NEEDED_3: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
}

function needsOne(
  report: Report,
  node: MapNode,
  path: Path,
  at: Range,
  keys: readonly string[],
  value: unknown,
): void {
  const [first] = keys
  if (first === undefined || keys.some((key) => memberOf(node, key))) return
  const message = `It has to say what it is: ${keys.map((key) => `“${key}”`).join(' or ')}.`
  report.add('missing-key', 'error', message, path, at, [addition(path, first, value)])
}

function onlyOne(
  report: Report,
  node: MapNode,
  path: Path,
  [first = '', second = '']: readonly string[],
): void {
  const other = memberOf(node, second)
  if (!other || !memberOf(node, first)) return
  const message = `${shown(first)} and ${shown(second)} exclude each other.`
  const fixes = [remove([...path, first]), remove([...path, second])]
  report.add('exclusive-keys', 'error', message, [...path, second], keyOf(other), fixes)
}

function bounds(report: Report, node: MapNode, path: Path): void {
  for (const [low, high] of [
    ['minimum', 'maximum'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
    ['minProperties', 'maxProperties'],
  ] as const) {
    const upper = memberOf(node, high)
    const [least, most] = [numberOf(node, low), numberOf(node, high)]
    if (!upper || least === null || most === null || least <= most) continue
    report.add(
      'empty-range',
      'warning',
      `${shown(low)} is above ${shown(high)}: nothing fits.`,
      [...path, high],
      upper.value,
    )
  }
}

function oneType(report: Report, node: MapNode, path: Path): void {
  const types = memberOf(node, 'type')?.value
  if (types?.kind !== 'list') return
  const named = types.items.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' && item.value !== 'null' ? [item.value] : [],
  )
  const [name] = named
  const nullable = report.version & V30 ? 'nullable' : 'x-nullable'
  const isNullable = named.length < types.items.length
  const fixes =
    named.length === 1
      ? [
          {
            title: isNullable ? `Change to type: ${name} and ${nullable}: true` : `Change to type: ${name}`,
            edits: [
              { type: 'set', path: [...path, 'type'], value: name } as const,
              ...(isNullable && !memberOf(node, nullable)
                ? [{ type: 'add', path, key: nullable, value: true } as const]
                : []),
            ],
          },
        ]
      : []
  const message = 'Several types at once are known from OpenAPI 3.1 on.'
  report.add('other-version', 'error', message, [...path, 'type'], types, fixes)
}

function notNullable(report: Report, node: MapNode, path: Path): void {
  const nullable = memberOf(node, 'nullable')
  if (nullable?.value.kind !== 'scalar' || typeof nullable.value.value !== 'boolean') return
  const type = textOf(node, 'type')
  const below = [...path, 'nullable']
  const allowsNull = nullable.value.value && type !== undefined && type !== 'null'
  const fixes = allowsNull
    ? [
        {
          title: `Change to type: [${type}, "null"]`,
          edits: [
            { type: 'set', path: [...path, 'type'], value: [type, 'null'] } as const,
            { type: 'delete', path: below } as const,
          ],
        },
      ]
    : [remove(below)]
  report.add(
    'nullable',
    'warning',
    '“nullable” counts for nothing since OpenAPI 3.1.',
    below,
    keyOf(nullable),
    fixes,
  )
}

function exclusive(report: Report, node: MapNode, path: Path): void {
  for (const [key, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const member = memberOf(node, key)
    if (member?.value.kind !== 'scalar') continue
    const below = [...path, key]
    const { value } = member.value
    if (report.version & V31UP && typeof value === 'boolean') {
      const limit = numberOf(node, bound)
      const fixes =
        value && limit !== null
          ? [
              {
                title: `Change to ${key}: ${limit}`,
                edits: [
                  { type: 'set', path: below, value: limit } as const,
                  { type: 'delete', path: [...path, bound] } as const,
                ],
              },
            ]
          : [remove(below)]
      report.add(
        'exclusive-bound',
        'error',
        `${shown(key)} is the bound itself since OpenAPI 3.1: a number.`,
        below,
        member.value,
        fixes,
      )
    } else if (report.version & (V2 | V30) && digitsOf(value) !== null) {
      const message = `${shown(key)} is true or false in OpenAPI 2.0 and 3.0; the bound is ${shown(bound)}.`
      report.add('exclusive-bound', 'error', message, below, member.value)
    }
  }
}

function requiredOnce(report: Report, node: MapNode, path: Path): void {
  const required = memberOf(node, 'required')?.value
  if (required?.kind !== 'list') return
  const seen = new Set<ScalarValue>()
  for (const [index, item] of required.items.entries()) {
    if (item.kind !== 'scalar') continue
    const below = [...path, 'required', index]
    if (seen.has(item.value))
      report.add('duplicate-value', 'warning', `${shown(String(item.value))} is here twice.`, below, item, [
        remove(below),
      ])
    seen.add(item.value)
  }
}

function textOf(node: MapNode, key: string): string | undefined {
  const value: Node | undefined = memberOf(node, key)?.value
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined
}

function numberOf(node: MapNode, key: string): number | null {
  const value = memberOf(node, key)?.value
  return value?.kind === 'scalar' && typeof value.value === 'number' ? value.value : null
}
