import type { Catalog } from '../sql/catalog/catalog.ts'
import type { Statement } from '../sql/compile/compile.ts'
import { ident } from '../sql/sql-text.ts'

/**
 * The call of the function that the project's owner named by `alter role authenticator set pgrst.db_pre_request`, if
 * any: it runs in the caller's role before every request and may refuse it by raising an error.
 */
export function preRequest(catalog: Catalog): Statement | undefined {
  const name = new Map(catalog.roleSettings('authenticator')).get('pgrst.db_pre_request')
  if (!name) return undefined
  const [schema = '', ...rest] = name.split('.')
  const called = rest.length > 0 ? `${ident(schema)}.${ident(rest.join('.'))}` : ident(schema)
  return { sql: `select ${called}()`, values: [] }
}
