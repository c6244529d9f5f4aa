// PostgREST's in-database configuration, `alter role authenticator set pgrst.…`: read with the catalog, so also on
// `notify pgrst, 'reload config'`. docs/contract.md lists the options that mean nothing here.
import type { Catalog } from '../sql/catalog/catalog.ts'

/** What the project's owner has set, with PostgREST's defaults for the rest. */
export interface Configuration {
  aggregates: boolean | undefined
  maxRows: number | undefined
  /** Schemas of every search path, behind the one that a request is about. */
  extraSearchPath: string[]
  /** Whom a token without a role speaks as. */
  anonRole: string
  /** What `aud` has to be, where a token has one. */
  audience: string | undefined
  /** Where a token's role is among its claims: keys of objects, positions in lists. */
  roleClaim: (string | number)[] | undefined
  /** The function that answers the root in place of the description. */
  rootFunction: { schema: string | undefined; name: string } | undefined
  openApi: {
    mode: 'follow-privileges' | 'ignore-privileges' | 'disabled'
    security: boolean
    proxy: URL | undefined
  }
  /** The request's header that every answer repeats. */
  traceHeader: string | undefined
}

const read = new WeakMap<Catalog, Configuration>()

/** The configuration as of a catalog. What cannot be meant counts as not set. */
export function configurationOf(catalog: Catalog): Configuration {
  const known = read.get(catalog)
  if (known) return known
  const made = configurationFrom(new Map(catalog.roleSettings('authenticator')))
  read.set(catalog, made)
  return made
}

function configurationFrom(options: Map<string, string>): Configuration {
  const option = (name: string) => options.get(`pgrst.${name}`) || undefined
  const truth = (name: string) => option(name)?.toLowerCase() === 'true'
  const maxRows = Number(option('db_max_rows') ?? Number.NaN)
  const proxy = option('openapi_server_proxy_uri') ?? ''
  const mode = option('openapi_mode')
  return {
    aggregates: option('db_aggregates_enabled') === undefined ? undefined : truth('db_aggregates_enabled'),
    maxRows: Number.isInteger(maxRows) && maxRows >= 0 ? maxRows : undefined,
    // Those that PostgREST of a Supabase project adds.
    extraSearchPath: listOf(option('db_extra_search_path')) ?? ['public', 'extensions'],
    anonRole: option('db_anon_role') ?? 'anon',
    audience: option('jwt_aud'),
    roleClaim: claimPath(option('jwt_role_claim_key')),
    rootFunction: qualifiedName(option('db_root_spec')),
    openApi: {
      mode: mode === 'disabled' || mode === 'ignore-privileges' ? mode : 'follow-privileges',
      security: truth('openapi_security_active'),
      proxy: URL.canParse(proxy) ? new URL(proxy) : undefined,
    },
    traceHeader: option('server_trace_header')?.toLowerCase(),
  }
}

/** A list of names as PostgREST writes it, `api, public`; undefined where nothing is named. */
function listOf(value: string | undefined): string[] | undefined {
  const names = (value ?? '').split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  const given = names.filter((name) => name !== '')
  return given.length > 0 ? given : undefined
}

/** `.realm_access."my roles"[0]`, the form of PostgREST up to version 14; an empty path, which finds nothing, for others. */
function claimPath(value: string | undefined): (string | number)[] | undefined {
  if (value === undefined) return undefined
  const steps = [...value.matchAll(/\.([\w-]+)|\."([^"]+)"|\[(\d+)\]/gy)]
  if (steps.map(([step]) => step).join('') !== value) return []
  return steps.map(([, bare, quoted, index]) =>
    index === undefined ? (bare ?? quoted ?? '') : Number(index),
  )
}

function qualifiedName(value: string | undefined): Configuration['rootFunction'] {
  const [first, ...rest] = (value ?? '').split('.')
  if (!first) return undefined
  return rest.length > 0 ? { schema: first, name: rest.join('.') } : { schema: undefined, name: first }
}
