// Programs that somebody signed in, by what their sessions call themselves.

/** What a program is called in a person's words; undefined for browsers. */
export function programName(userAgent: string | null | undefined): string | undefined {
  const [, kind, name] = /^(Waymark-CLI|MCP)\/(.*)$/s.exec(userAgent ?? '') ?? []
  if (!kind) return undefined
  return kind === 'MCP' ? `Agent: ${name}` : `Waymark command line on ${name}`
}
