// The objects of a description, but schemas and security.
import { field, type ObjectType, V2, V3, V30, V31UP, V32 } from './model.ts'

const METHODS: Record<string, string> = {
  get: 'Reads.',
  put: 'Replaces.',
  post: 'Creates, or does something.',
  delete: 'Deletes.',
  options: 'Asks what is possible here.',
  head: 'Reads the headers only.',
  patch: 'Changes a part.',
}
const operation = (text: string, versions?: number) =>
  field('@operation', `The operation behind this HTTP method. ${text}`, versions)

const externalDocs = field('@externalDocs', 'A page elsewhere that says more.')
const description = field('string', 'What readers should know, in CommonMark.')
const summary = field('string', 'A short title.')

const styled = {
  description,
  required: field('boolean', 'Whether it must be sent. Parameters in the path always must.'),
  deprecated: field('boolean', 'Whether it should no longer be used.', V3),
  allowEmptyValue: field('boolean', 'Whether it may be sent without a value; discouraged.'),
  style: field(
    '=matrix|label|form|simple|spaceDelimited|pipeDelimited|deepObject|cookie',
    'How lists and objects are written: by default `form` in query and cookies, `simple` in path and headers.',
    V3,
  ),
  explode: field('boolean', 'Whether each element of a list or object is a parameter of its own.', V3),
  allowReserved: field(
    'boolean',
    'Whether reserved characters such as `/` and `?` are sent as they are.',
    V3,
  ),
  schema: field('@schema', 'The type of the value.'),
  content: field('{@mediaType}', 'In place of `schema`: one media type that the value is written in.', V3),
  example: field('any', 'A value as it may be sent.', V3),
  examples: field('{@example}', 'Several values, each with a name.', V3),
}

// Of 2.0: parameters and headers that are no bodies have their type beside their name.
const typed = {
  type: field('=string|number|integer|boolean|array|file', 'The type of the value.', V2),
  format: field('string', 'How the value is to be read: `int64`, `date-time`, …', V2),
  items: field('@schema', 'What the elements of the list are.', V2),
  collectionFormat: field('=csv|ssv|tsv|pipes|multi', 'How a list is written; by default `csv`.', V2),
  default: field('any', 'The value where none is sent.', V2),
  enum: field('[any]', 'The values that are allowed.', V2),
  maximum: field('number', 'The largest number.', V2),
  exclusiveMaximum: field('boolean', 'Whether `maximum` itself is excluded.', V2),
  minimum: field('number', 'The smallest number.', V2),
  exclusiveMinimum: field('boolean', 'Whether `minimum` itself is excluded.', V2),
  multipleOf: field('number', 'The number is a multiple of this.', V2),
  maxLength: field('integer', 'The most characters.', V2),
  minLength: field('integer', 'The fewest characters.', V2),
  pattern: field('string', 'A regular expression (ECMA-262) that the text matches.', V2),
  maxItems: field('integer', 'The most elements.', V2),
  minItems: field('integer', 'The fewest elements.', V2),
  uniqueItems: field('boolean', 'Whether no two elements are alike.', V2),
}

export const OBJECTS = {
  root: {
    name: 'description',
    fields: {
      openapi: field('string', 'The version of the OpenAPI Specification that this file follows.', V3, V3),
      swagger: field('=2.0', 'Says that this file follows Swagger 2.0.', V2, V2),
      $self: field('string', 'The address that this file calls itself by.', V32),
      info: field('@info', 'Title, version and contact of the API.', V2 | V3, V2 | V3),
      jsonSchemaDialect: field('string', 'The `$schema` of schemas that name none.', V31UP),
      servers: field('[@server]', 'Where the API is served. Without any: at `/`.', V3),
      paths: field('@paths', 'The addresses of the API and what can be done there.', V2 | V3, V2 | V30),
      webhooks: field(
        '{@pathItem}',
        'Requests that the API sends to those who asked for them, by name.',
        V31UP,
      ),
      components: field(
        '@components',
        'What several places share; it counts only where something refers to it.',
        V3,
      ),
      security: field('[@requirement]', 'Which credentials operations ask for that say nothing themselves.'),
      tags: field('[@tag]', 'The groups of operations, in the order readers see them.'),
      externalDocs,
      host: field('string', 'The host name, and port, that serves the API.', V2),
      basePath: field('string', 'What all paths begin with; it starts with a slash.', V2),
      schemes: field('[=http|https|ws|wss]', 'The protocols that are served.', V2),
      consumes: field('[string]', 'The media types that all operations take.', V2),
      produces: field('[string]', 'The media types that all operations answer with.', V2),
      definitions: field('{@schema}', 'Schemas that others refer to.', V2),
      parameters: field('{@parameter}', 'Parameters that operations refer to.', V2),
      responses: field('{@response}', 'Responses that operations refer to.', V2),
      securityDefinitions: field('{@securityScheme}', 'The ways to prove who one is.', V2),
    },
  },
  info: {
    name: 'info',
    fields: {
      title: field('string', 'The name of the API.', V2 | V3, V2 | V3),
      summary: field('string', 'What the API is, in a line.', V31UP),
      description,
      termsOfService: field('string', 'The address of the terms of service.'),
      contact: field('@contact', 'Whom to ask about the API.'),
      license: field('@license', 'The license of the API.'),
      version: field(
        'string',
        'The version of this description, not of OpenAPI. Quote it in YAML: `"1.0"`.',
        V2 | V3,
        V2 | V3,
      ),
    },
  },
  contact: {
    name: 'contact',
    fields: {
      name: field('string', 'Who it is.'),
      url: field('string', 'Their page.'),
      email: field('string', 'Their e-mail address.'),
    },
  },
  license: {
    name: 'license',
    fields: {
      name: field('string', 'What the license is called.', V2 | V3, V2 | V3),
      identifier: field('string', 'Its SPDX expression, such as `Apache-2.0`; in place of `url`.', V31UP),
      url: field('string', 'Where it can be read.'),
    },
  },
  server: {
    name: 'server',
    fields: {
      url: field('string', 'Where it is; `{names}` in braces are variables.', V3, V3),
      name: field('string', 'What it is called.', V32),
      description,
      variables: field('{@serverVariable}', 'The variables of `url`.'),
    },
  },
  serverVariable: {
    name: 'server variable',
    fields: {
      enum: field('[string]', 'The values it may have.'),
      default: field('string', 'The value where nobody chooses one.', V3, V3),
      description,
    },
  },
  tag: {
    name: 'tag',
    fields: {
      name: field('string', 'What operations call it by.', V2 | V3, V2 | V3),
      summary: field('string', 'What readers see in place of the name.', V32),
      description,
      externalDocs,
      parent: field('string', 'The tag that it is part of.', V32),
      kind: field('string', 'What it is for: `nav`, `badge`, `audience`, …', V32),
    },
  },
  externalDocs: {
    name: 'link to documentation',
    fields: { description, url: field('string', 'The address of the page.', V2 | V3, V2 | V3) },
  },
  paths: { name: 'paths', fields: {}, rest: '@pathItem', names: /^\// },
  pathItem: {
    name: 'path',
    section: 'pathItems',
    fields: {
      $ref: field('string', 'Where this path is described, if not here.'),
      summary: field('string', 'A title for all operations of the path.', V3),
      description: field('string', 'What holds for all operations of the path.', V3),
      ...Object.fromEntries(Object.entries(METHODS).map(([method, text]) => [method, operation(text)])),
      trace: operation('Sends back what arrived.', V3),
      query: operation('Reads, with a body that asks.', V32),
      additionalOperations: field('{@operation}', 'Operations of other HTTP methods, by their names.', V32),
      servers: field('[@server]', 'Where this path is served, if elsewhere.', V3),
      parameters: field('[@parameter]', 'Parameters that all operations of the path have.'),
    },
  },
  operation: {
    name: 'operation',
    fields: {
      tags: field('[string]', 'The groups it is part of.'),
      summary: field('string', 'What it does, in a few words: its title in the documentation.'),
      description,
      externalDocs,
      operationId: field('string', 'A name for programs, unlike any other in the description.'),
      parameters: field('[@parameter]', 'What is sent in path, query, headers and cookies.'),
      requestBody: field('@requestBody', 'What is sent as the body.', V3),
      responses: field('@responses', 'What comes back, by status code.', V2 | V3, V2 | V30),
      callbacks: field('{@callback}', 'Requests that the API sends later because of this one.', V3),
      deprecated: field('boolean', 'Whether it should no longer be used.'),
      security: field('[@requirement]', 'Which credentials it asks for; `[]` for none.'),
      servers: field('[@server]', 'Where it is served, if elsewhere.', V3),
      consumes: field('[string]', 'The media types it takes.', V2),
      produces: field('[string]', 'The media types it answers with.', V2),
      schemes: field('[=http|https|ws|wss]', 'The protocols it is served by.', V2),
    },
  },
  parameter: {
    name: 'parameter',
    section: 'parameters',
    section2: 'parameters',
    fields: {
      name: field('string', 'What it is called; of a path, the name in braces.', V2 | V3, V2 | V3),
      in: field('=query|header|path|cookie|formData|body|querystring', 'Where it is sent.', V2 | V3, V2 | V3),
      ...typed,
      ...styled,
    },
  },
  header: { name: 'header', section: 'headers', fields: { ...typed, ...styled } },
  requestBody: {
    name: 'request body',
    section: 'requestBodies',
    fields: {
      description,
      content: field('{@mediaType}', 'What can be sent, by media type.', V3, V3),
      required: field('boolean', 'Whether there must be a body; by default there need not.'),
    },
  },
  mediaType: {
    name: 'media type',
    section: 'mediaTypes',
    fields: {
      schema: field('@schema', 'What the content is.'),
      itemSchema: field('@schema', 'What each element of a stream is.', V32),
      example: field('any', 'The content as it may be.'),
      examples: field('{@example}', 'Several examples, each with a name.'),
      encoding: field('{@encoding}', 'How properties of a form or of multipart content are written.'),
      prefixEncoding: field('[@encoding]', 'How the first parts are written.', V32),
      itemEncoding: field('@encoding', 'How each further part is written.', V32),
    },
  },
  encoding: {
    name: 'encoding',
    fields: {
      contentType: field('string', 'The media type of the property.'),
      headers: field('{@header}', 'Headers of its part.'),
      style: field('=form|spaceDelimited|pipeDelimited|deepObject', 'How lists and objects are written.'),
      explode: field('boolean', 'Whether each element is a part of its own.'),
      allowReserved: field('boolean', 'Whether reserved characters are sent as they are.'),
      encoding: field('{@encoding}', 'How its own properties are written.', V32),
    },
  },
  responses: {
    name: 'responses',
    fields: { default: field('@response', 'What comes back with any other status code.') },
    rest: '@response',
    names: /^[1-5](?:\d\d|XX)$/,
  },
  response: {
    name: 'response',
    section: 'responses',
    section2: 'responses',
    fields: {
      summary: field('string', 'A short title.', V32),
      description: field(
        'string',
        'When it comes back and what it means, in CommonMark.',
        V2 | V3,
        V2 | V30 | 4,
      ),
      headers: field('{@header}', 'Its headers.'),
      content: field('{@mediaType}', 'Its body, by media type.', V3),
      links: field('{@link}', 'Operations that can be called with what it brings.', V3),
      schema: field('@schema', 'What its body is.', V2),
      examples: field('{any}', 'Its body as it may be, by media type.', V2),
    },
  },
  example: {
    name: 'example',
    section: 'examples',
    fields: {
      summary,
      description,
      value: field('any', 'The example itself.'),
      dataValue: field('any', 'The example as data, before it is written.', V32),
      serializedValue: field('string', 'The example as it is sent.', V32),
      externalValue: field('string', 'Where the example is, if not here.'),
    },
  },
  link: {
    name: 'link',
    section: 'links',
    fields: {
      operationRef: field('string', 'The operation, by a reference.'),
      operationId: field('string', 'The operation, by its operationId.'),
      parameters: field(
        '{any}',
        'What its parameters are: values, or expressions such as `$response.body#/id`.',
      ),
      requestBody: field('any', 'What its body is.'),
      description,
      server: field('@server', 'Where it is served.'),
    },
  },
  callback: { name: 'callback', section: 'callbacks', fields: {}, rest: '@pathItem' },
} satisfies Record<string, ObjectType>
