// The root's description: Swagger 2.0 as PostgREST writes it, of what the caller's role may use.
import type { Relation, Routine } from '../sql/catalog-types.ts'
import type { Statement } from '../sql/compile.ts'
import { requestContext } from './context.ts'
import { unacceptableMedia, unsupportedMethod } from './errors.ts'
import { type Exchange, execute } from './handler.ts'
import { acceptsOpenApi } from './media.ts'
import { columnSchema, typeSchema } from './openapi-types.ts'
import type { Reply } from './reply.ts'
import { header } from './request.ts'

const ALLOWED_RELATIONS = `
  select c.relname
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'v', 'm', 'f', 'p')
    and (pg_catalog.has_table_privilege(c.oid, 'select, insert, update, delete')
      or pg_catalog.has_any_column_privilege(c.oid, 'select, insert, update'))`

const ALLOWED_ROUTINES = `
  select p.proname
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname = $1 and pg_catalog.has_function_privilege(p.oid, 'execute')`

/** GET and HEAD on the root. */
export async function openApiReply(exchange: Exchange): Promise<Reply> {
  const { request, schema, catalog } = exchange
  if (request.method !== 'GET' && request.method !== 'HEAD') throw unsupportedMethod(request.method)
  const accept = header(request, 'accept')
  if (!acceptsOpenApi(accept)) throw unacceptableMedia([accept ?? ''])
  const statements: Statement[] = [
    { sql: ALLOWED_RELATIONS, values: [schema] },
    { sql: ALLOWED_ROUTINES, values: [schema] },
  ]
  const context = requestContext({ ...exchange, readOnly: true })
  const [relationRows, routineRows] = await execute(exchange, context, statements)
  const relationNames = new Set(relationRows?.map(([name]) => name))
  const routineNames = new Set(routineRows?.map(([name]) => name))
  const relations = catalog.relations(schema).filter(({ name }) => relationNames.has(name))
  const routines = catalog.allRoutines(schema).filter(({ name }) => routineNames.has(name))
  return {
    status: 200,
    headers: { 'Content-Type': 'application/openapi+json; charset=utf-8', ...exchange.profileHeader },
    body: JSON.stringify(describe(schema, relations, routines)),
  }
}

function describe(schema: string, relations: Relation[], routines: Routine[]) {
  const paths: Record<string, unknown> = { '/': rootPath() }
  const definitions: Record<string, unknown> = {}
  for (const relation of relations) {
    paths[`/${relation.name}`] = relationPath(relation)
    definitions[relation.name] = definition(relation)
  }
  for (const routine of routines) paths[`/rpc/${routine.name}`] = routinePath(routine)
  return {
    swagger: '2.0',
    info: { title: `${schema} schema`, description: '', version: '13.0' },
    schemes: ['http'],
    basePath: '/',
    consumes: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths,
    definitions,
  }
}

const OK = { 200: { description: 'OK' } }

function rootPath() {
  return {
    get: {
      tags: ['Introspection'],
      summary: 'OpenAPI description (this document)',
      produces: ['application/openapi+json', 'application/json'],
      responses: OK,
    },
  }
}

function relationPath(relation: Relation): Record<string, unknown> {
  const filters = [...relation.columns.values()].map((column) => ({
    name: column.name,
    in: 'query',
    type: 'string',
    required: false,
    ...(column.description && { description: column.description }),
  }))
  const body = { name: relation.name, in: 'body', required: false, schema: reference(relation) }
  const about = { tags: [relation.name], ...(relation.description && { summary: relation.description }) }
  const rows = { 200: { description: 'OK', schema: { type: 'array', items: reference(relation) } } }
  return {
    get: { ...about, parameters: [...filters, ...readParameters()], responses: rows },
    ...(relation.insertable && {
      post: { ...about, parameters: [body], responses: { 201: { description: 'Created' } } },
    }),
    ...(relation.updatable && { patch: { ...about, parameters: [...filters, body], responses: changed() } }),
    ...(relation.deletable && { delete: { ...about, parameters: filters, responses: changed() } }),
  }
}

function readParameters() {
  const names = ['select', 'order', 'offset', 'limit']
  const query = names.map((name) => ({ name, in: 'query', type: 'string', required: false }))
  return [...query, { name: 'Range', in: 'header', type: 'string', required: false }]
}

function changed() {
  return { 204: { description: 'No Content' } }
}

function reference({ name }: Relation) {
  return { $ref: `#/definitions/${name}` }
}

function definition(relation: Relation): Record<string, unknown> {
  const columns = [...relation.columns.values()]
  const required = columns.filter((column) => !column.nullable && column.defaultSql === undefined)
  return {
    type: 'object',
    ...(relation.description && { description: relation.description }),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column, relation)])),
  }
}

function routinePath(routine: Routine): Record<string, unknown> {
  const about = {
    tags: [`(rpc) ${routine.name}`],
    ...(routine.description && { summary: routine.description }),
    responses: OK,
  }
  const args = routine.args.filter(({ name }) => name !== '')
  const required = args.filter((arg) => arg.required).map(({ name }) => name)
  const schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(args.map((arg) => [arg.name, typeSchema(arg.sqlType)])),
  }
  const post = { ...about, parameters: [{ name: 'args', in: 'body', required: args.length > 0, schema }] }
  if (routine.volatility === 'volatile') return { post }
  const query = args.map((arg) => ({
    name: arg.name,
    in: 'query',
    required: arg.required,
    ...typeSchema(arg.sqlType),
  }))
  return { get: { ...about, parameters: query }, post }
}
