// What analysis stores for a node (analysis/README.md), in the types of the library that makes it. Everything is
// optional that a description may leave out: the renderer shows what is there and never fails on what is not.
import type {
  HttpSecurityScheme,
  IExternalDocs,
  IHttpCallbackOperation,
  IHttpOperation,
  IHttpOperationRequest,
  IHttpOperationRequestBody,
  IHttpOperationResponse,
  IHttpParam,
  IHttpService,
  IHttpWebhookOperation,
  IMediaTypeContent,
  INodeExample,
  INodeExternalExample,
  INodeVariable,
  IOauth2AuthorizationCodeFlow,
  IServer,
} from '@stoplight/types'
import type { BranchNode } from '../../../shared/data/rows.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }
export type SchemaLike = JsonSchema | boolean

/** Schemas that came along with a node, by key; `$ref: "#/__bundled__/<key>"` points here. */
export type Bundle = Readonly<Record<string, SchemaLike>>

/** A type of the library of which a description may leave out all but some members. */
type Loose<T, Required extends keyof T> = Pick<T, Required> & Partial<Omit<T, Required>>

/** What any of several types has, where a description may say it of all. */
type Either<Union> = {
  [Key in KeyOf<Union>]?: Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never
}
type KeyOf<Union> = Union extends unknown ? keyof Union : never

export type Example = Loose<INodeExample & INodeExternalExample, 'key'>

/** Schemas are those of analysis: converted, and true or false where a description says so. */
interface Described {
  schema?: SchemaLike
  examples?: Example[]
}

/** How one property of a form is written. */
export interface Encoding {
  property: string
  mediaType?: string
  style?: string
  explode?: boolean
  allowReserved?: boolean
  headers?: Param[]
}

export type MediaContent = Loose<Omit<IMediaTypeContent, keyof Described | 'encodings'>, 'mediaType'> &
  Described & { encodings?: Encoding[] }

/** A parameter's value as a document of its own, as its author wrote it. */
interface ParamContent {
  schema?: SchemaLike
  example?: unknown
  examples?: Record<string, Partial<Example>>
}

export type Param = Loose<Omit<IHttpParam, keyof Described | 'style'>, 'name'> &
  Described & {
    style?: string
    allowReserved?: boolean
    allowEmptyValue?: boolean
    content?: Record<string, ParamContent>
  }

export interface RequestBody extends Partial<Omit<IHttpOperationRequestBody, 'contents'>> {
  contents?: MediaContent[]
}

type ParamPlace = 'path' | 'query' | 'headers' | 'cookie'

export type OperationRequest = Partial<Record<ParamPlace & keyof IHttpOperationRequest, Param[]>> & {
  body?: RequestBody
}

/** A further call that an answer leads to. */
export interface ResponseLink {
  name: string
  operationId?: string
  operationRef?: string
  /** The URI of the operation, where it is part of the branch. */
  to?: string
  description?: string
  parameters?: Record<string, unknown>
  requestBody?: unknown
  server?: Server
}

export type OperationResponse = Loose<Omit<IHttpOperationResponse, 'contents' | 'headers'>, 'code'> & {
  headers?: Param[]
  contents?: MediaContent[]
  links?: ResponseLink[]
}

export type OauthFlow = Partial<IOauth2AuthorizationCodeFlow>

export type SecurityScheme = Omit<Either<HttpSecurityScheme>, 'type' | 'key' | 'in' | 'scheme' | 'flows'> & {
  key: string
  type: string
  in?: string
  scheme?: string
  flows?: Record<string, OauthFlow>
}

export type ServerVariable = Partial<INodeVariable>

export type Server = Loose<Omit<IServer, 'variables'>, 'url'> & {
  variables?: Record<string, ServerVariable>
}

/** An operation, a webhook (which has a name instead of a path) or a callback (which has a key). */
export type Operation = Loose<
  Omit<
    Either<IHttpOperation | IHttpWebhookOperation | IHttpCallbackOperation> & { method: string },
    'callbacks' | 'request' | 'responses' | 'security' | 'securityDeclarationType' | 'servers'
  >,
  'method'
> & {
  securityDeclarationType?: string
  security?: SecurityScheme[][]
  servers?: Server[]
  request?: OperationRequest
  responses?: OperationResponse[]
  callbacks?: Operation[]
  /** What the path says of all its operations. */
  pathSummary?: string
  pathDescription?: string
  __bundled__?: Bundle
}

export interface Tag {
  name: string
  description?: string
  externalDocs?: IExternalDocs
  'x-displayName'?: string
}

export type ServiceData = Loose<
  Omit<IHttpService, 'logo' | 'security' | 'securitySchemes' | 'servers' | 'tags'>,
  'name'
> & {
  tags?: Tag[]
  /** "OpenAPI 3.1.0". */
  specification?: string
  jsonSchemaDialect?: string
  logo?: Partial<NonNullable<IHttpService['logo']>>
  servers?: Server[]
  securitySchemes?: SecurityScheme[]
  security?: SecurityScheme[][]
}

type NodeBase = Pick<
  BranchNode,
  | 'id'
  | 'uri'
  | 'slug'
  | 'name'
  | 'summary'
  | 'tags'
  | 'method'
  | 'path'
  | 'version'
  | 'is_internal'
  | 'is_hidden'
  | 'is_deprecated'
>

export type DocsNode = NodeBase &
  (
    | { type: 'http_operation' | 'http_webhook' | 'http_callback'; data: Operation }
    | { type: 'http_service'; data: ServiceData }
    | { type: 'model'; data: JsonSchema }
    | { type: 'article'; data: { markdown?: string; order?: number } }
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
