// What analysis stores for a node (analysis/README.md). Everything is optional that a description may leave out:
// the renderer shows what is there and never fails on what is not.

export type JsonSchema = { readonly [keyword: string]: unknown }
export type SchemaLike = JsonSchema | boolean

/** Schemas that came along with a node, by key; `$ref: "#/__bundled__/<key>"` points here. */
export type Bundle = Readonly<Record<string, SchemaLike>>

export interface Example {
  key: string
  summary?: string
  description?: string
  value?: unknown
  externalValue?: string
}

export interface MediaContent {
  mediaType: string
  schema?: SchemaLike
  examples?: Example[]
}

export interface Param {
  name: string
  description?: string
  required?: boolean
  deprecated?: boolean
  style?: string
  explode?: boolean
  schema?: SchemaLike
  content?: Record<string, { schema?: SchemaLike }>
  examples?: Example[]
}

export interface RequestBody {
  description?: string
  required?: boolean
  contents?: MediaContent[]
}

export interface OperationRequest {
  path?: Param[]
  query?: Param[]
  headers?: Param[]
  cookie?: Param[]
  body?: RequestBody
}

export interface OperationResponse {
  code: string
  description?: string
  headers?: Param[]
  contents?: MediaContent[]
}

export interface OauthFlow {
  authorizationUrl?: string
  tokenUrl?: string
  refreshUrl?: string
  scopes?: Record<string, string>
}

export interface SecurityScheme {
  key: string
  type: string
  description?: string
  name?: string
  in?: string
  scheme?: string
  bearerFormat?: string
  openIdConnectUrl?: string
  flows?: Record<string, OauthFlow>
}

export interface ServerVariable {
  default?: string
  enum?: string[]
  description?: string
}

export interface Server {
  url: string
  name?: string
  description?: string
  variables?: Record<string, ServerVariable>
}

export interface ExternalDocs {
  url: string
  description?: string
}

export interface Operation {
  method: string
  path?: string
  name?: string
  key?: string
  iid?: string
  summary?: string
  description?: string
  deprecated?: boolean
  internal?: boolean
  externalDocs?: ExternalDocs
  securityDeclarationType?: string
  security?: SecurityScheme[][]
  servers?: Server[]
  request?: OperationRequest
  responses?: OperationResponse[]
  callbacks?: Operation[]
  __bundled__?: Bundle
}

export interface ServiceData {
  name: string
  version?: string
  summary?: string
  description?: string
  termsOfService?: string
  contact?: { name?: string; url?: string; email?: string }
  license?: { name: string; url?: string; identifier?: string }
  logo?: { altText?: string; href?: string; url?: string; backgroundColor?: string }
  externalDocs?: ExternalDocs
  servers?: Server[]
  securitySchemes?: SecurityScheme[]
  security?: SecurityScheme[][]
}

interface NodeBase {
  id: number
  uri: string
  slug: string
  name: string
  summary: string | null
  tags: string[]
  method: string | null
  path: string | null
  version: string | null
  is_internal: boolean
  is_deprecated: boolean
}

export type DocsNode = NodeBase &
  (
    | { type: 'http_operation' | 'http_webhook' | 'http_callback'; data: Operation }
    | { type: 'http_service'; data: ServiceData }
    | { type: 'model'; data: JsonSchema }
    | { type: 'article'; data: { markdown?: string } }
    | { type: OtherNodeType; data: unknown }
  )

export type OtherNodeType =
  | 'http_server'
  | 'table_of_contents'
  | 'spectral_ruleset'
  | 'styleguide'
  | 'image'
  | 'generic'
  | 'unknown'
