// What is often written as a whole. `#{…}` are the places that the caret visits.

/** Values by the object whose key they complete; `yaml` lines are indented from the key on. */
export const SNIPPETS: Readonly<Record<string, readonly { label: string; text: string; json: unknown }[]>> = {
  path: [
    {
      label: 'get … (operation)',
      text: 'get:\n  summary: #{summary}\n  operationId: #{operationId}\n  responses:\n    "200":\n      description: #{OK}',
      json: {
        get: {
          summary: '#{summary}',
          operationId: '#{operationId}',
          responses: { 200: { description: '#{OK}' } },
        },
      },
    },
    {
      label: 'post … (operation with body)',
      text: 'post:\n  summary: #{summary}\n  operationId: #{operationId}\n  requestBody:\n    required: true\n    content:\n      application/json:\n        schema:\n          type: object\n  responses:\n    "201":\n      description: #{Created}',
      json: {
        post: {
          summary: '#{summary}',
          operationId: '#{operationId}',
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { 201: { description: '#{Created}' } },
        },
      },
    },
  ],
  responses: [
    {
      label: '200 … (JSON)',
      text: '"200":\n  description: #{OK}\n  content:\n    application/json:\n      schema:\n        type: #{object}',
      json: {
        200: { description: '#{OK}', content: { 'application/json': { schema: { type: '#{object}' } } } },
      },
    },
    {
      label: '404 … (not found)',
      text: '"404":\n  description: #{Not found}',
      json: { 404: { description: '#{Not found}' } },
    },
  ],
  schemas: [
    {
      label: 'Name … (object)',
      text: '#{Name}:\n  type: object\n  required: [#{id}]\n  properties:\n    #{id}:\n      type: #{string}',
      json: {
        '#{Name}': { type: 'object', required: ['#{id}'], properties: { '#{id}': { type: '#{string}' } } },
      },
    },
  ],
}

export const STATUS_CODES: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

export const MEDIA_TYPES = [
  'application/json',
  'application/problem+json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data',
  'text/plain',
  'text/html',
  'text/csv',
  'text/event-stream',
  'image/png',
]
