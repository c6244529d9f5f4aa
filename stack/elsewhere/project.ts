// Which Supabase project `npm start -- --supabase URL` works on: options win over a file of `supabase status -o env`,
// which wins over the environment.
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export interface Project {
  /** Where its gateway answers, without a slash at the end. */
  url: string
  anonKey: string
  serviceRoleKey: string
  /** The direct connection as `postgres`. */
  dbUrl: string
  /** Shared secret of its tokens; undefined where it signs by keys of its own (JWKS). */
  jwtSecret: string | undefined
}

export interface ProjectOptions {
  url: string | undefined
  anonKey: string | undefined
  serviceRoleKey: string | undefined
  dbUrl: string | undefined
  jwtSecret: string | undefined
  /** Path of the output of `supabase status -o env`. */
  env: string | undefined
}

type Env = Record<string, string | undefined>

// Each value: what its option is called, how the CLI and how the environment call it.
const NAMES = {
  url: ['--supabase', 'API_URL', 'SUPABASE_URL'],
  anonKey: ['--anon-key', 'ANON_KEY', 'SUPABASE_ANON_KEY'],
  serviceRoleKey: ['--service-role-key', 'SERVICE_ROLE_KEY', 'SUPABASE_SERVICE_ROLE_KEY'],
  dbUrl: ['--db-url', 'DB_URL', 'SUPABASE_DB_URL'],
  jwtSecret: ['--jwt-secret', 'JWT_SECRET', 'SUPABASE_JWT_SECRET'],
} as const

/** Reads the project; throws one sentence that names everything missing, or what cannot be meant. */
export function readProject(options: ProjectOptions, env: Env): Project {
  const file = options.env === undefined ? {} : readFile(options.env)
  const value = (name: keyof typeof NAMES) => {
    const [, inFile, inEnv] = NAMES[name]
    return options[name] || file[inFile] || env[inEnv] || undefined
  }
  const [url, anonKey, serviceRoleKey, dbUrl] = [
    value('url'),
    value('anonKey'),
    value('serviceRoleKey'),
    value('dbUrl'),
  ]
  if (!url || !anonKey || !serviceRoleKey || !dbUrl) {
    const missing = (['url', 'anonKey', 'serviceRoleKey', 'dbUrl'] as const)
      .filter((name) => !value(name))
      .map((name) => `${NAMES[name][0]} (${NAMES[name][2]})`)
    throw new Error(
      `The Supabase project is not known: give ${missing.join(', ')}, or --supabase-env with a file that "supabase status -o env" wrote.`,
    )
  }
  return {
    url: address(url, '--supabase', /^https?:$/),
    anonKey,
    serviceRoleKey,
    dbUrl: address(dbUrl, '--db-url', /^postgres(ql)?:$/),
    jwtSecret: value('jwtSecret'),
  }
}

function readFile(path: string): Env {
  if (!existsSync(path)) throw new Error(`--supabase-env: there is no file ${path}.`)
  return parseEnv(readFileSync(path, 'utf8'))
}

// The value itself is not repeated: a connection string holds a password.
function address(text: string, option: string, protocol: RegExp): string {
  if (URL.canParse(text) && protocol.test(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new Error(`${option} is no address of the right kind.`)
}
