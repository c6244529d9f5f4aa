// Components, and how people and programs prove who they are.
import { field, type ObjectType, V2, V3, V31UP, V32 } from './model.ts'

const NAMES = /^[a-zA-Z0-9._-]+$/
const section = (type: string, text: string, versions = V3) => field(`@${type}`, text, versions)

const SECTIONS = {
  schemas: 'schema',
  responses: 'response',
  parameters: 'parameter',
  examples: 'example',
  requestBodies: 'requestBody',
  headers: 'header',
  securitySchemes: 'securityScheme',
  links: 'link',
  callbacks: 'callback',
  pathItems: 'pathItem',
  mediaTypes: 'mediaType',
} as const

const scopes = field('{string}', 'The scopes and what each allows.', V2 | V3, V2 | V3)

export const SECURITY: Record<string, ObjectType> = {
  components: {
    name: 'components',
    fields: {
      schemas: section('schemas', 'Types that others refer to; each has a page of its own.'),
      responses: section('namedResponses', 'Responses that operations refer to.'),
      parameters: section('parameters', 'Parameters that operations refer to.'),
      examples: section('examples', 'Examples that others refer to.'),
      requestBodies: section('requestBodies', 'Request bodies that operations refer to.'),
      headers: section('headers', 'Headers that responses refer to.'),
      securitySchemes: section('securitySchemes', 'The ways to prove who one is.'),
      links: section('links', 'Links that responses refer to.'),
      callbacks: section('callbacks', 'Callbacks that operations refer to.'),
      pathItems: section('pathItems', 'Paths that others refer to.', V31UP),
      mediaTypes: section('mediaTypes', 'Media types that others refer to.', V32),
    },
  },
  ...Object.fromEntries(
    Object.entries(SECTIONS).map(([key, type]): [string, ObjectType] => [
      key === 'responses' ? 'namedResponses' : key,
      { name: key, fields: {}, rest: `@${type}`, names: NAMES },
    ]),
  ),
  requirement: { name: 'security requirement', fields: {}, rest: '[string]' },
  securityScheme: {
    name: 'security scheme',
    section: 'securitySchemes',
    fields: {
      type: field(
        '=apiKey|http|oauth2|openIdConnect|mutualTLS|basic',
        'How one proves who one is.',
        V2 | V3,
        V2 | V3,
      ),
      description: field('string', 'What readers should know, in CommonMark.'),
      name: field('string', 'Of `apiKey`: the name of the header, query parameter or cookie.'),
      in: field('=query|header|cookie', 'Of `apiKey`: where it is sent.'),
      scheme: field(
        'string',
        'Of `http`: the scheme of the header Authorization, such as `bearer` or `basic`.',
        V3,
      ),
      bearerFormat: field('string', 'Of `http` with `bearer`: what the token looks like, such as `JWT`.', V3),
      flows: field('@flows', 'Of `oauth2`: the ways to a token.', V3),
      openIdConnectUrl: field('string', 'Of `openIdConnect`: where its configuration is.', V3),
      oauth2MetadataUrl: field('string', 'Of `oauth2`: where the server describes itself (RFC 8414).', V32),
      deprecated: field('boolean', 'Whether it should no longer be used.', V32),
      flow: field('=implicit|password|application|accessCode', 'Of `oauth2`: the way to a token.', V2),
      authorizationUrl: field('string', 'Of `oauth2`: where people allow it.', V2),
      tokenUrl: field('string', 'Of `oauth2`: where the token comes from.', V2),
      scopes: field('{string}', 'Of `oauth2`: the scopes and what each allows.', V2),
    },
  },
  flows: {
    name: 'OAuth flows',
    fields: {
      implicit: field('@flow', 'The token comes with the redirect; no longer advised.'),
      password: field('@flow', 'The client asks with name and password; no longer advised.'),
      clientCredentials: field('@flow', 'A program asks for itself.'),
      authorizationCode: field('@flow', 'People allow it in their browser.'),
      deviceAuthorization: field('@flow', 'People allow it on another device.', V32),
    },
  },
  flow: {
    name: 'OAuth flow',
    fields: {
      authorizationUrl: field('string', 'Where people allow it: of `implicit` and `authorizationCode`.'),
      deviceAuthorizationUrl: field('string', 'Where a device asks.', V32),
      tokenUrl: field('string', 'Where the token comes from.'),
      refreshUrl: field('string', 'Where it is renewed.'),
      scopes,
    },
  },
}
