// What new files begin with.

export interface Template {
  id: string
  label: string
  about: string
  /** The path that is suggested. */
  path: string
  text: (title: string) => string
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const quoted = (title: string) => JSON.stringify(title)

/** In the order in which they are offered. */
export const templates: readonly Template[] = [
  {
    id: 'openapi31',
    label: 'API (OpenAPI 3.1)',
    about: 'A description with one operation to begin with.',
    path: 'reference/api.yaml',
    text: (title) => openapi('3.1.0', title),
  },
  {
    id: 'openapi30',
    label: 'API (OpenAPI 3.0)',
    about: 'For tools that do not read 3.1 yet.',
    path: 'reference/api.yaml',
    text: (title) => openapi('3.0.3', title),
  },
  {
    id: 'openapi2',
    label: 'API (OpenAPI 2, Swagger)',
    about: 'For what still speaks Swagger.',
    path: 'reference/api.yaml',
    text: swagger,
  },
  {
    id: 'model-yaml',
    label: 'Model (YAML)',
    about: 'A schema that several APIs can refer to.',
    path: 'models/model.yaml',
    text: (title) =>
      `title: ${quoted(title)}\ntype: object\nproperties:\n  id:\n    type: string\nrequired:\n  - id\n`,
  },
  {
    id: 'model-json',
    label: 'Model (JSON)',
    about: 'The same as JSON.',
    path: 'models/model.json',
    text: (title) =>
      json({ title, type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }),
  },
  {
    id: 'article',
    label: 'Article',
    about: 'A page in Markdown.',
    path: 'docs/introduction.md',
    text: (title) => `# ${title}\n\nWhat readers should know first.\n`,
  },
  {
    id: 'toc',
    label: 'Table of contents',
    about: 'The order of pages in the documentation.',
    path: 'toc.json',
    text: () => json({ items: [{ type: 'divider', title: 'Introduction' }] }),
  },
  {
    id: 'ruleset',
    label: 'Rules (Spectral)',
    about: 'A style guide that APIs are checked by.',
    path: '.spectral.yaml',
    text: ruleset,
  },
  { id: 'blank', label: 'Empty file', about: 'Any other text.', path: 'notes.txt', text: () => '' },
]

/** What a project of a kind begins with. */
export const templateFor = (flavor: string): string => (flavor === 'style_guide' ? 'ruleset' : 'openapi31')

function ruleset(title: string): string {
  return `# ${title.replace(/\s+/g, ' ')}: what all APIs that extend this style guide are checked by.
extends:
  - spectral:oas
rules:
  info-contact-email:
    description: Every API names an address to write to.
    message: 'Add an e-mail address: {{error}}.'
    severity: warn
    given: $.info.contact
    then:
      field: email
      function: truthy
`
}

function openapi(version: string, title: string): string {
  return `openapi: ${version}
info:
  title: ${quoted(title)}
  version: '1.0'
servers:
  - url: https://api.example.com
paths:
  /items:
    get:
      summary: List items
      operationId: list-items
      responses:
        '200':
          description: OK
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: '#/components/schemas/Item'
components:
  schemas:
    Item:
      type: object
      properties:
        id:
          type: string
        name:
          type: string
      required:
        - id
`
}

function swagger(title: string): string {
  return `swagger: '2.0'
info:
  title: ${quoted(title)}
  version: '1.0'
host: api.example.com
schemes:
  - https
produces:
  - application/json
paths:
  /items:
    get:
      summary: List items
      operationId: list-items
      responses:
        '200':
          description: OK
          schema:
            type: array
            items:
              $ref: '#/definitions/Item'
definitions:
  Item:
    type: object
    properties:
      id:
        type: string
      name:
        type: string
    required:
      - id
`
}

/** A path that is free: `api.yaml`, `api-2.yaml`, … */
export function freePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path.toLowerCase())) return path
  const dot = path.lastIndexOf('.') > path.lastIndexOf('/') ? path.lastIndexOf('.') : path.length
  for (let number = 2; ; number++) {
    const next = `${path.slice(0, dot)}-${number}${path.slice(dot)}`
    if (!taken.has(next.toLowerCase())) return next
  }
}

/** The template that what was pasted or dropped is like: by what the text says of itself. */
export function pathFor(text: string): string {
  const isJson = /^\s*[{[]/.test(text)
  const ending = isJson ? 'json' : 'yaml'
  if (/^\s*(?:\{\s*)?["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, 20_000)))
    return `reference/api.${ending}`
  if (/^["']?(?:rules|extends)["']?\s*:/m.test(text.slice(0, 20_000)) && !isJson) return '.spectral.yaml'
  if (/^\s*(?:\{\s*)?["']?(?:type|properties|\$schema)["']?\s*:/m.test(text.slice(0, 20_000)))
    return `models/model.${ending}`
  return 'docs/article.md'
}
