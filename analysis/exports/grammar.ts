// Where references may stand in a description. Elsewhere "$ref" is a word of somebody's example.
export type Place =
  | 'opaque'
  | 'root'
  | 'components'
  | 'schema'
  | 'parameter'
  | 'response'
  | 'header'
  | 'requestBody'
  | 'mediaType'
  | 'encoding'
  | 'example'
  | 'link'
  | 'securityScheme'
  | 'callback'
  | 'pathItem'
  | 'operation'
  | 'discriminator'
  | 'schemas'
  | 'parameters'
  | 'responses'
  | 'headers'
  | 'requestBodies'
  | 'mediaTypes'
  | 'encodings'
  | 'examples'
  | 'links'
  | 'securitySchemes'
  | 'callbacks'
  | 'pathItems'
  | 'operations'

const plain = { schema: 'schema', content: 'mediaTypes', examples: 'examples' } as const
const schemaMaps = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]
const schemaPlaces = [
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
  'contentSchema',
]
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

const sections = {
  schemas: 'schemas',
  responses: 'responses',
  parameters: 'parameters',
  examples: 'examples',
  requestBodies: 'requestBodies',
  headers: 'headers',
  securitySchemes: 'securitySchemes',
  links: 'links',
  callbacks: 'callbacks',
  pathItems: 'pathItems',
} as const

const each = (keys: string[], place: Place) => Object.fromEntries(keys.map((key) => [key, place]))

/** What stands under the keys of a place; under others nothing that refers. */
const GRAMMAR: Partial<Record<Place, Record<string, Place>>> = {
  root: {
    paths: 'pathItems',
    webhooks: 'pathItems',
    components: 'components',
    definitions: 'schemas',
    parameters: 'parameters',
    responses: 'responses',
  },
  components: sections,
  pathItem: { ...each(methods, 'operation'), parameters: 'parameters', additionalOperations: 'operations' },
  operation: {
    parameters: 'parameters',
    requestBody: 'requestBody',
    responses: 'responses',
    callbacks: 'callbacks',
  },
  parameter: { ...plain, items: 'schema' },
  header: { ...plain, items: 'schema' },
  requestBody: { content: 'mediaTypes' },
  mediaType: { schema: 'schema', itemSchema: 'schema', examples: 'examples', encoding: 'encodings' },
  encoding: { headers: 'headers' },
  response: { headers: 'headers', content: 'mediaTypes', links: 'links', schema: 'schema' },
  schema: { ...each(schemaMaps, 'schemas'), ...each(schemaPlaces, 'schema'), discriminator: 'discriminator' },
}

/** Maps and lists of one kind: any key leads to an entry. */
const ENTRIES: Partial<Record<Place, Place>> = {
  schemas: 'schema',
  parameters: 'parameter',
  responses: 'response',
  headers: 'header',
  requestBodies: 'requestBody',
  mediaTypes: 'mediaType',
  encodings: 'encoding',
  examples: 'example',
  links: 'link',
  securitySchemes: 'securityScheme',
  callbacks: 'callback',
  callback: 'pathItem',
  pathItems: 'pathItem',
  operations: 'operation',
}

/** What stands under a key of an object. */
export function placeUnder(place: Place, key: string): Place {
  const known = GRAMMAR[place]
  if (known) return Object.hasOwn(known, key) ? (known[key] ?? 'opaque') : 'opaque'
  return ENTRIES[place] ?? 'opaque'
}

/** What the items of a list are: schemas of `allOf`, entries of `parameters`. */
export function placeInList(place: Place): Place {
  return isMap(place) ? (ENTRIES[place] ?? 'opaque') : place
}

/** Whether the keys are names that an author gave: "$ref" may be one of them, and leads to an object then. */
export function isMap(place: Place): boolean {
  return place !== 'callback' && Object.hasOwn(ENTRIES, place)
}

/** Where OpenAPI 3 keeps what can be referred to, by what it is. */
export const COMPONENTS: Partial<Record<Place, string>> = Object.fromEntries(
  Object.entries(sections).map(([section, place]) => [ENTRIES[place], section]),
)
