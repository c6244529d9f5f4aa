// What a file is, by what it says of itself.
import type { Path } from '../../../../../../editing/types.ts'
import { type FormSource, valueAt } from './source.ts'

/** OpenAPI 2, 3.0, 3.1 and later, or one schema by itself. */
export type Flavour = 'oas2' | 'oas30' | 'oas31' | 'schema'

export const isOas3 = (flavour: Flavour): boolean => flavour === 'oas30' || flavour === 'oas31'

/** Schemas as JSON Schema has them: arrays of types, no `nullable`. */
export const hasTypeArrays = (flavour: Flavour): boolean => flavour === 'oas31' || flavour === 'schema'

/** Some member of which every JSON Schema that says something has. */
const schemaWords = [
  '$schema',
  'type',
  'properties',
  'items',
  'enum',
  'const',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  '$ref',
  '$defs',
  'definitions',
]

// Where a description that cannot be read for now says what it is.
const head = 4_000
const saysIt = /(?:^|[\s{,])["']?(swagger|openapi)["']?\s*:\s*["']?([\d.]+)/

const versionOf = (openapi: unknown): Flavour => (/^3\.0(\.|$)/.test(String(openapi)) ? 'oas30' : 'oas31')

/** What a text is; null for what has no form: settings of tools, data. */
export function flavourOf(source: Pick<FormSource, 'description' | 'model'>): Flavour | null {
  const { description, model } = source
  const look = (path: Path) => valueAt(source, path)
  if (look(['swagger']) !== undefined) return 'oas2'
  const version = look(['openapi'])
  if (version !== undefined) return versionOf(version)
  const names = description.keys([])
  if (names) {
    const isSchema = names.length === 0 || schemaWords.some((word) => names.includes(word))
    return isSchema ? 'schema' : null
  }
  const said = saysIt.exec(model.text.slice(0, Math.min(head, model.text.length)))
  if (said) return said[1] === 'swagger' ? 'oas2' : versionOf(said[2])
  const isEmpty = model.text.length < head && model.text.slice(0, model.text.length).trim() === ''
  return isEmpty ? 'schema' : null
}

/** The object that components of a kind stand in. */
export function componentsAt(flavour: Flavour, kind: ComponentKind): Path {
  if (flavour === 'schema') return kind === 'schemas' ? ['$defs'] : []
  if (flavour !== 'oas2') return ['components', kind]
  const names: Partial<Record<ComponentKind, string>> = {
    schemas: 'definitions',
    parameters: 'parameters',
    responses: 'responses',
    securitySchemes: 'securityDefinitions',
  }
  const name = names[kind]
  return name ? [name] : []
}

export type ComponentKind =
  | 'schemas'
  | 'responses'
  | 'parameters'
  | 'examples'
  | 'requestBodies'
  | 'headers'
  | 'securitySchemes'
  | 'links'
  | 'callbacks'
  | 'pathItems'

/** What one component of a kind is called, for people. */
export const componentNames: Record<ComponentKind, string> = {
  schemas: 'model',
  responses: 'response',
  parameters: 'parameter',
  examples: 'example',
  requestBodies: 'request body',
  headers: 'header',
  securitySchemes: 'security scheme',
  links: 'link',
  callbacks: 'callback',
  pathItems: 'path item',
}

const escaped = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1')

/** A path as a reference within the same file: `#/components/schemas/Pet`. */
export const referenceTo = (path: Path): string => `#/${path.map(escaped).join('/')}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The path that a reference within the same file names; null for one that leads elsewhere. */
export function pathOfReference(reference: unknown): Path | null {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return null
  if (reference === '#') return []
  if (!reference.startsWith('#/')) return null
  return reference
    .slice(2)
    .split('/')
    .map((key) => decoded(key).replaceAll('~1', '/').replaceAll('~0', '~'))
}
