import type { Server } from '../model/types.ts'

/** A server's address with its variables at their defaults or at the values chosen, without a slash at its end. */
export function serverUrl(server: Server, values: Record<string, string> = {}): string {
  const filled = server.url.replace(
    /\{([^{}]+)\}/g,
    (whole, name: string) => values[name] ?? server.variables?.[name]?.default ?? whole,
  )
  return filled.replace(/\/$/, '')
}
