import type { Catalog } from '../sql/catalog-types.ts'
import type { Limits } from './handler.ts'

/**
 * The limits as `alter role authenticator set pgrst.…` changes them, PostgREST's in-database configuration:
 * `db_aggregates_enabled` and `db_max_rows`. Read with the catalog, so also on `notify pgrst, 'reload config'`.
 */
export function configured(limits: Limits, catalog: Catalog): Limits {
  const options = new Map(catalog.roleSettings('authenticator'))
  const aggregates = options.get('pgrst.db_aggregates_enabled')
  const maxRows = Number(options.get('pgrst.db_max_rows') ?? Number.NaN)
  return {
    ...limits,
    ...(aggregates !== undefined && { aggregates: aggregates.toLowerCase() === 'true' }),
    ...(Number.isInteger(maxRows) && maxRows >= 0 && { maxRows }),
  }
}
