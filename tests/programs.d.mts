export type Program =
  | 'caddy'
  | 'chromium'
  | 'chromium-headless-shell'
  | 'git'
  | 'openssl'
  | 'pgbench'
  | 'slapd'
export const PACKAGES: Record<Program, string>
export function findProgram(name: Program, env?: Record<string, string | undefined>): string | undefined
export function findBrowser(env?: Record<string, string | undefined>): string | undefined
