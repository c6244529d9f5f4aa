// Programs of the system that suites and benches need, where they are, and how Debian calls their packages.
// Plain JavaScript without dependencies: `npm test` asks before anything is installed.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's package of each program. */
export const PACKAGES = {
  caddy: 'caddy',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  git: 'git',
  openssl: 'openssl',
  pgbench: 'postgresql',
  slapd: 'slapd',
}

// Debian keeps servers out of people's PATH, and pgbench in a folder of its version.
const POSTGRES = '/usr/lib/postgresql'

/** Path of a program; undefined without one. CHROMIUM (its shell too), PGBENCH and so on name another place. */
export function findProgram(name, env = process.env) {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    '/usr/sbin',
    '/usr/bin',
    ...versions.map((version) => join(POSTGRES, version, 'bin')),
  ]
  const [variable] = name.split('-')
  const places = [env[variable.toUpperCase()], ...folders.map((folder) => join(folder, name))]
  return places.find((path) => path && isProgram(path))
}

/**
 * The browser for what nobody looks at. All of Chromium draws its own windows even where none is shown: a page there takes
 * three times the processor time that one takes in its shell.
 */
export function findBrowser(env = process.env) {
  return findProgram('chromium-headless-shell', env) ?? findProgram('chromium', env)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
