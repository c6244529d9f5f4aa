// What brings a folder into a branch from a script or a terminal.
import { shellQuote } from './shell-quote.ts'

/**
 * The command that makes the files of a folder the content of a branch; without one, of the one that is checked out. The
 * command line comes from this very instance. A token stands in it as it is; without one WAYMARK_CI_TOKEN has it.
 */
export function folderPushCommand(branchSlug?: string, token?: string): string {
  const origin = ownAddress()
  const branch = branchSlug === undefined ? '' : ` --branch ${shellQuote(branchSlug)}`
  return [
    ...(token === undefined ? [] : [`WAYMARK_CI_TOKEN=${token} \\`]),
    `npx --yes ${shellQuote(`${origin}/cli/waymark.tgz`)} \\`,
    `  push --url ${shellQuote(origin)}${branch}`,
  ].join('\n')
}

// Programs do not find what lies below localhost on every machine, as browsers do. The token says which workspace it is.
function ownAddress(): string {
  const { origin, hostname, protocol, port } = window.location
  return hostname.endsWith('.localhost') ? `${protocol}//localhost${port && `:${port}`}` : origin
}

/** The command that brings what is committed here to a repository. */
export function repositoryPushCommand(remoteUrl: string, branchName: string): string {
  return `git push ${shellQuote(remoteUrl)} ${shellQuote(`HEAD:refs/heads/${branchName}`)}`
}
