// Paths, their parameters and their operations. Pure.
import type { Edit, Key, Path } from '../../../../../../editing/types.ts'
import { addEdits, isRecord, type Look, setEdits } from '../binding/edits.ts'
import { type Flavour, pathOfReference } from '../binding/flavour.ts'

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'] as const

/** What a version has: 2 knows no TRACE, and QUERY came with 3.2. */
export const methodsOf = (flavour: Flavour, version: unknown): readonly string[] =>
  methods.filter((method) => {
    if (method === 'trace') return flavour !== 'oas2'
    return method !== 'query' || /^3\.[2-9]/.test(String(version))
  })

export const isMethod = (key: Key): key is (typeof methods)[number] =>
  typeof key === 'string' && (methods as readonly string[]).includes(key)

/** The names of a template's parameters, in its order: `/pets/{petId}` has `petId`. */
export function templateParameters(template: string): string[] {
  return [...new Set([...template.matchAll(/\{([^{}/]+)\}/g)].flatMap((match) => match[1] ?? []))]
}

/** Why a text is no path template, or null. */
export function reasonAgainstPath(template: string, taken: readonly string[]): string | null {
  if (!template.startsWith('/')) return 'A path begins with a slash.'
  if (/[?#\s]/.test(template)) return 'A path has no spaces, ? or #: queries are parameters.'
  const braces = template.replaceAll(/\{[^{}/]+\}/g, '')
  if (/[{}]/.test(braces)) return 'A parameter is written as {name}.'
  if (taken.includes(template)) return `There is a path “${template}” already.`
  const shape = shapeOf(template)
  const same = taken.find((other) => shapeOf(other) === shape)
  return same === undefined ? null : `It could not be told from “${same}”.`
}

const shapeOf = (template: string): string => template.replaceAll(/\{[^{}/]+\}/g, '{}')

/** A parameter of the template, as each version has it. */
export function pathParameter(name: string, flavour: Flavour): Record<string, unknown> {
  const type = { type: 'string' }
  return { name, in: 'path', required: true, ...(flavour === 'oas2' ? type : { schema: type }) }
}

/** A path as it begins: with the parameters of its template. */
export function freshPath(template: string, flavour: Flavour): Record<string, unknown> {
  const parameters = templateParameters(template).map((name) => pathParameter(name, flavour))
  return parameters.length > 0 ? { parameters } : {}
}

/** An operation as it begins: the specification asks for an answer. */
export const freshOperation = (): Record<string, unknown> => ({
  summary: '',
  responses: { 200: { description: statusText('200') } },
})

/** The parameters that a path declares, renamed as its template renames them: `/pets/{id}` to `/pets/{petId}`. */
export function renamedParameterEdits(look: Look, path: Path, template: string): Edit[] {
  const before = templateParameters(String(path.at(-1)))
  const after = templateParameters(template)
  const renamed = new Map<string, string>()
  if (before.length === after.length) {
    for (const [index, name] of before.entries()) {
      const next = after[index]
      if (next !== undefined && next !== name && !after.includes(name) && !before.includes(next))
        renamed.set(name, next)
    }
  }
  const item = look(path)
  const holders: Path[] = [path]
  if (isRecord(item))
    holders.push(
      ...Object.keys(item)
        .filter(isMethod)
        .map((method) => [...path, method]),
    )
  return holders.flatMap((holder) => {
    const parameters = look([...holder, 'parameters'])
    if (!Array.isArray(parameters)) return []
    return parameters.flatMap((parameter: unknown, index): Edit[] => {
      if (!isRecord(parameter) || parameter.in !== 'path' || typeof parameter.name !== 'string') return []
      const next = renamed.get(parameter.name)
      return next === undefined
        ? []
        : [{ type: 'set', path: [...holder, 'parameters', index, 'name'], value: next }]
    })
  })
}

/** The parameters of a template that nobody declares: neither the path nor, for one, the operation. */
export function undeclared(look: Look, pathItem: Path, operation: Path | null): string[] {
  const declared = new Set<unknown>()
  for (const holder of operation ? [pathItem, operation] : [pathItem]) {
    const parameters = look([...holder, 'parameters'])
    if (!Array.isArray(parameters)) continue
    for (const parameter of parameters) {
      const path = isRecord(parameter) ? pathOfReference(parameter.$ref) : null
      const own = path ? look(path) : parameter
      if (isRecord(own) && own.in === 'path') declared.add(own.name)
    }
  }
  return templateParameters(String(pathItem.at(-1))).filter((name) => !declared.has(name))
}

export function addPathEdits(look: Look, template: string, flavour: Flavour): Edit[] {
  return addEdits(look, ['paths'], template, freshPath(template, flavour))
}

export function addOperationEdits(look: Look, pathItem: Path, method: string): Edit[] {
  return setEdits(look, [...pathItem, method], freshOperation())
}

const statusTexts: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  301: 'Moved permanently',
  302: 'Found',
  304: 'Not modified',
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  default: 'Any other answer',
}

export const statuses = Object.keys(statusTexts)
export const statusText = (status: string): string => statusTexts[status] ?? ''

/** Why a text is no key of responses, or null. */
export function reasonAgainstStatus(status: string): string | null {
  if (status === 'default' || /^[1-5](\d\d|XX)$/.test(status)) return null
  return 'Write a status as 200, a range as 2XX, or default.'
}
