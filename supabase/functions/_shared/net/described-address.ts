// What a description lets be called in a reader's place: its servers, and where its security schemes give out tokens.
import { type DescribedServer, serverUrl } from '../domain/server-url.ts'

/** What of a node's data says where it may be called; anybody may have written it. */
interface Described {
  servers?: unknown
  security?: unknown
}

/** The server of an operation that a reader chose, by its place in the list. */
export interface ChosenServer {
  index: number
  variables: Record<string, string>
}

/**
 * Whether an address lies on the server that was chosen. A variable without a list of values may be filled by members
 * of the workspace as they like; for others what it makes keeps the last two labels of the host that the description
 * names, or it would let anybody call anything.
 */
export function isOnServer(data: unknown, url: URL, chosen: ChosenServer, isMember: boolean): boolean {
  const server = listIn(describedIn(data).servers)[chosen.index]
  if (!isServer(server)) return false
  const { variables = {} } = server
  const entries = Object.entries(chosen.variables)
  if (entries.some(([name, value]) => !isOffered(variables[name], value))) return false
  const origin = originOf(serverUrl(server, chosen.variables))
  if (origin === null || origin !== url.origin) return false
  const named = originOf(serverUrl(server))
  const isFree = entries.some(([name, value]) => isFilledIn(variables[name], value))
  return isMember || !isFree || (named !== null && ending(named) !== null && ending(named) === ending(origin))
}

/** Whether an address is one that a security scheme of the operation gives out tokens at. */
export function givesTokens(data: unknown, url: URL): boolean {
  const schemes = listIn(describedIn(data).security).flatMap(listIn)
  const flows = schemes.flatMap((scheme) => Object.values(recordIn(recordIn(scheme).flows)))
  return flows
    .flatMap((flow) => [recordIn(flow).tokenUrl, recordIn(flow).refreshUrl])
    .some(
      (address) => typeof address === 'string' && URL.canParse(address) && new URL(address).href === url.href,
    )
}

type Variable = NonNullable<DescribedServer['variables']>[string] | undefined

const listOf = (variable: Variable): string[] => (Array.isArray(variable?.enum) ? variable.enum : [])

function isOffered(variable: Variable, value: string): boolean {
  if (!variable) return false
  const values = listOf(variable)
  return values.length === 0 || values.includes(value) || value === variable.default
}

function isFilledIn(variable: Variable, value: string): boolean {
  return listOf(variable).length === 0 && value !== variable?.default
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/** The scheme and the last two labels of a name; null for a host with less of them. */
function ending(origin: string): string | null {
  const { protocol, hostname } = new URL(origin)
  const labels = hostname.split('.')
  return labels.length < 3 || /^[\d.]+$|:/.test(hostname)
    ? null
    : `${protocol}//${labels.slice(-2).join('.')}`
}

function describedIn(data: unknown): Described {
  return recordIn(data)
}

function recordIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isServer(value: unknown): value is DescribedServer {
  const { url, variables } = recordIn(value)
  return (
    typeof url === 'string' &&
    (variables === undefined || (typeof variables === 'object' && variables !== null))
  )
}
