// The settings of the process, for what runs both in Deno and in the worker's Node.

interface Runtime {
  Deno?: { env: { get(name: string): string | undefined } }
  process?: { env: Record<string, string | undefined> }
}

/** The setting of this name, where the installation has one. */
export function setting(name: string): string | undefined {
  const { Deno: deno, process: node } = globalThis as Runtime
  return deno ? deno.env.get(name) : node?.env[name]
}
