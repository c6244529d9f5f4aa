import type { Config } from '../config.ts'

/** Where a workspace is reached: its own sub-domain, or the base host of a single-tenant installation. */
export function workspaceUrl({ publicUrl, mode }: Pick<Config, 'publicUrl' | 'mode'>, slug: string): string {
  if (mode === 'single_tenant') return publicUrl
  const { protocol, host } = new URL(publicUrl)
  return `${protocol}//${slug}.${host}`
}
