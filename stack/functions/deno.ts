import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The Deno program of the npm package for this platform, without npm's shim in between. */
export function denoBinary(root: string): string {
  const libc = process.platform === 'linux' ? '-glibc' : ''
  const program = process.platform === 'win32' ? 'deno.exe' : 'deno'
  const name = `@deno/${process.platform}-${process.arch}${libc}`
  const path = join(root, 'node_modules', name, program)
  if (existsSync(path)) return path
  throw new Error(`The package ${name} is not installed: run "npm ci" on a platform that Deno supports.`)
}

/** The flags of a function's process: 256 MB as on the hosted platform, files read-only but for /tmp. */
export function denoFlags(o: {
  root: string
  /** The folder of all functions. */
  dir: string
  /** The function's deno.json, where there is one. */
  config: string | undefined
  preload: string
  tmp: string
  /** The instance's data folder, which may lie in the clone: its secrets are not a function's to read. */
  denied: string
}): string[] {
  return [
    'run',
    '--quiet',
    '--no-lock',
    '--no-prompt',
    // Packages are those of the clone; functions from elsewhere bring their own, which Deno fetches.
    `--node-modules-dir=${relative(o.root, o.dir).startsWith('..') ? 'none' : 'manual'}`,
    o.config ? `--config=${o.config}` : '--no-config',
    `--preload=${o.preload}`,
    '--v8-flags=--max-old-space-size=256',
    // A function may start a worker that is allowed less than itself.
    '--unstable-worker-options',
    '--allow-net',
    '--allow-env',
    '--allow-sys',
    `--allow-read=${o.root},${o.dir},${o.tmp}`,
    `--deny-read=${o.denied}`,
    `--allow-write=${o.tmp}`,
  ]
}
