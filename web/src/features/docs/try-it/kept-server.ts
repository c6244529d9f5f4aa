// The server that was chosen, and what was typed for its variables, are found again on every operation that has it.
import type { Server } from '../model/types.ts'
import { type KeptFor, read, write } from './kept-store.ts'

interface Kept {
  /** The one that was chosen last is the last. */
  servers: { project: string; url: string; variables: Record<string, string> }[]
}

interface Choice {
  index: number
  variables: Record<string, string>
}

const mostServers = 50
const longest = 200
const secret = /auth|key|pass|pin|secret|session|sid|token/i
const nothing: Kept = { servers: [] }

const projectOf = (page: string): string => page.slice(0, Math.max(page.indexOf('/'), 0))

/** Which of an operation's servers was chosen last for its project; the first one where none of them was. */
export function keptServer(owner: KeptFor, page: string, servers: readonly Server[]): Choice {
  const project = projectOf(page)
  const kept = read(owner, 'servers', nothing).servers.filter((one) => one.project === project)
  for (const { url, variables } of kept.reverse()) {
    const index = servers.findIndex((server) => server.url === url)
    const server = servers[index]
    if (server) return { index, variables: fitting(variables, server) }
  }
  return { index: 0, variables: {} }
}

/** Keeps the choice. */
export function keepServer(
  owner: KeptFor,
  page: string,
  server: Server,
  variables: Record<string, string>,
): void {
  const project = projectOf(page)
  const before = read(owner, 'servers', nothing).servers
  const others = before.filter((one) => one.project !== project || one.url !== server.url)
  const kept = { project, url: server.url, variables: fitting(variables, server) }
  write(owner, 'servers', { servers: [...others, kept].slice(-mostServers) })
}

/** The values that the server's variables, as they are described now, still take. */
function fitting(variables: Record<string, string>, server: Server): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables ?? {}).filter(([name, value]) => {
      const variable = server.variables?.[name]
      if (!variable || secret.test(name) || typeof value !== 'string' || value.length > longest) return false
      return !variable.enum?.length || variable.enum.includes(value)
    }),
  )
}
