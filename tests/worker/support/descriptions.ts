// Descriptions to import: every node says which version of the file it is from.

/** An API with `operations` operations and as many models; `version` is in every name. */
export function anApi(version: string, operations = 30): string {
  const ids = Array.from({ length: operations }, (_, index) => index)
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: `Parts ${version}`, version },
    paths: Object.fromEntries(ids.map((id) => [`/parts-${id}/{partId}`, { get: operation(id, version) }])),
    components: { schemas: Object.fromEntries(ids.map((id) => [`Part${id}`, model(id, version)])) },
  })
}

function operation(id: number, version: string) {
  const schema = { $ref: `#/components/schemas/Part${id}` }
  return {
    operationId: `getPart${id}`,
    summary: `Get part ${id} ${version}`,
    tags: ['Parts'],
    parameters: [{ name: 'partId', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: { description: 'The part.', content: { 'application/json': { schema } } } },
  }
}

// Not in alphabetical order: the order of properties must survive.
function model(id: number, version: string) {
  return {
    title: `Part ${id} ${version}`,
    type: 'object',
    properties: { zone: { type: 'string' }, id: { type: 'string' }, age: { type: 'integer' } },
  }
}
