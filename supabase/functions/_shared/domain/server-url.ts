// The address of a server as a description names it: the browser calls it, and the function that calls in its place
// compares with it.

/** What of a server makes its address. */
export interface DescribedServer {
  url: string
  variables?: Record<string, { default?: string; enum?: string[] }>
}

/** Whether readers call an operation at a server of the API: webhooks (without a path) and callbacks (with a key) are sent by it. */
export function isCalled({ path, key }: { path?: unknown; key?: unknown }): boolean {
  return Boolean(path) && key === undefined
}

/** A server's address with its variables at their defaults or at the values chosen, without a slash at its end. */
export function serverUrl(server: DescribedServer, values: Record<string, string> = {}): string {
  const filled = server.url.replace(
    /\{([^{}]+)\}/g,
    (whole, name: string) => values[name] ?? server.variables?.[name]?.default ?? whole,
  )
  return filled.replace(/\/$/, '')
}
