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
 * Whether an address lies on the server that was chosen. A variable without a list of values is free: members of the
 * workspace may fill it as they like; for others the host keeps all that the description writes to the right of the
 * first free variable, and the port stays, or a visitor could call anybody who shares a domain with that server.
 */
export function isOnServer(data: unknown, url: URL, chosen: ChosenServer, isMember: boolean): boolean {
  const server = listIn(describedIn(data).servers)[chosen.index]
  if (!isServer(server)) return false
  const { variables = {} } = server
  const entries = Object.entries(chosen.variables)
  if (entries.some(([name, value]) => !isOffered(variables[name], value))) return false
  if (urlIn(serverUrl(server, chosen.variables))?.origin !== url.origin) return false
  const listed = Object.fromEntries(entries.filter(([name]) => !isFree(variables[name])))
  return isMember || urlIn(serverUrl(server, listed))?.origin === url.origin || keepsHost(server, listed, url)
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
  return isFree(variable) || listOf(variable).includes(value) || value === variable.default
}

const isFree = (variable: Variable): boolean => listOf(variable).length === 0

function urlIn(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}

/** Stands in a host where a variable does, to see what is written to its right. */
const marker = 'waymark-free-variable'

/** Whether an address differs only left of what follows the first free variable: two labels of its host at least. */
function keepsHost(server: DescribedServer, listed: Record<string, string>, url: URL): boolean {
  const names = [...server.url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const marked = names
    .filter((name) => isFree(server.variables?.[name]))
    .map((name) => urlIn(serverUrl(server, { ...listed, [name]: marker })))
    .find((found) => found?.hostname.includes(marker))
  if (!marked) return false
  const kept = marked.hostname.slice(marked.hostname.indexOf(marker) + marker.length)
  return (
    kept.split('.').length > 2 &&
    url.hostname.endsWith(kept) &&
    url.protocol === marked.protocol &&
    url.port === marked.port
  )
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
