// The root: what the caller's role may use, described in OpenAPI.

import { configurationOf } from '../../data-api/configuration.ts'
import { requestContext } from '../../data-api/context.ts'
import { rootDisabled, unacceptableMedia, unsupportedMethod } from '../../data-api/errors.ts'
import { header } from '../../data-api/request.ts'
import type { Reply } from '../../http/reply.ts'
import type { Statement } from '../../sql/compile/compile.ts'
import { type Exchange, execute } from '../handler.ts'
import { acceptsOpenApi } from '../media.ts'
import { isCallable } from '../plan/call.ts'
import { openApiDocument } from './document.ts'
import { KeptTexts } from './kept-texts.ts'

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

const SCHEMA_DESCRIPTION = `
  select pg_catalog.obj_description(n.oid, 'pg_namespace')
  from pg_catalog.pg_namespace n
  where n.nspname = $1`

const documents = new KeptTexts()

/** GET and HEAD on the root. */
export async function openApiReply(exchange: Exchange): Promise<Reply> {
  const { request, schema, catalog } = exchange
  if (request.method !== 'GET' && request.method !== 'HEAD') throw unsupportedMethod(request.method)
  const { openApi } = configurationOf(catalog)
  if (openApi.mode === 'disabled') throw rootDisabled()
  const accept = header(request, 'accept')
  if (!acceptsOpenApi(accept)) throw unacceptableMedia([accept ?? ''])
  const queries = [ALLOWED_RELATIONS, ALLOWED_ROUTINES, SCHEMA_DESCRIPTION]
  const statements = queries.map((sql): Statement => ({ sql, values: [schema] }))
  const context = requestContext({ ...exchange, readOnly: true })
  const [relationRows, routineRows, descriptionRows] = await execute(exchange, context, statements)
  const allowed = (rows: typeof relationRows) => {
    const names = new Set(rows?.map(([name]) => name))
    return (name: string) => openApi.mode === 'ignore-privileges' || names.has(name)
  }
  const [isRelation, isRoutine] = [allowed(relationRows), allowed(routineRows)]
  const rights = JSON.stringify([schema, openApi, relationRows, routineRows, descriptionRows])
  const body = documents.of(catalog, rights, () =>
    JSON.stringify(
      openApiDocument({
        catalog,
        security: openApi.security,
        proxy: openApi.proxy,
        description: descriptionRows?.[0]?.[0] ?? undefined,
        relations: catalog.relations(schema).filter(({ name }) => isRelation(name)),
        routines: catalog
          .allRoutines(schema)
          .filter((routine) => isRoutine(routine.name) && isCallable(routine)),
      }),
    ),
  )
  return {
    status: 200,
    headers: { 'Content-Type': 'application/openapi+json; charset=utf-8', ...exchange.profileHeader },
    body,
  }
}
