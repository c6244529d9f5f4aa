import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProjectOptions } from '../elsewhere/project.ts'

export interface Options {
  /** First of five consecutive ports; 0 picks a free block. */
  port: number
  /** The data folder asked for; root may get another one (data-dir.ts). */
  data: string
  fresh: boolean
  yes: boolean
  dev: boolean
  /** False leaves out the demo content. */
  demo: boolean
  /** False leaves out the pages, for tests that speak HTTP only. */
  app: boolean
  /** False starts the Supabase surfaces alone: no app, no worker, no seed. */
  product: boolean
  /** True leaves out the product's migrations as well: an empty Supabase project. */
  bare: boolean
  /** Folder of edge functions to serve instead of the product's, with a config.toml beside it if need be. */
  functions: string | undefined
  /** The schemas that REST exposes, the default first. */
  schemas: string[]
  /** The folder that `backup` writes and `restore` reads. */
  folder: string | undefined
  /** Address of a server that answers in place of our Auth. */
  auth: string | undefined
  /** Address of a server that answers in place of our Storage. */
  storage: string | undefined
  /** A Supabase project elsewhere to work on, in place of the embedded one. */
  project: ProjectOptions | undefined
  /** `status -o env` */
  output: 'text' | 'env'
}

export const HELP = `npm start [-- options]
  --port N     gateway on N, Postgres on N+1, inbox on N+2, SMTP on N+3, Stripe's double on N+4 (default 3000; 0: a free block)
  --data DIR   data folder (default .waymark in the clone)
  --fresh      delete the data folder first (asks; --yes does not)
  --dev        serve the app by Vite with hot reload, restart functions on change
  --no-demo    leave out the demo workspace
npm start -- --supabase URL      gateway, app, functions and worker on a Supabase that runs elsewhere
  --anon-key KEY, --service-role-key KEY, --db-url URL, --jwt-secret SECRET
                   or SUPABASE_ANON_KEY, … in the environment
  --supabase-env FILE  all of them from the output of "supabase status -o env"
  --yes            apply pending migrations without asking
npm run stack [-- options]       the Supabase surfaces without app, worker and demo
  --bare           without the product's migrations too: an empty project
  --functions DIR  serve the edge functions of another folder
  --schemas A,B    the schemas that REST exposes (default public)
npm run backup -- DIR [--data DIR]   database, files and keys of the running instance, into an empty folder
npm run restore -- DIR [--data DIR]  a backup becomes a data folder, which must be empty
npm run import -- FILE.zip [--slug NAME] [--data DIR]  a workspace that was exported comes into the running instance
npm run flags -- list | set WORKSPACE FLAG on|off|default  switches of one workspace
npm run reseal [-- --data DIR]    secrets that WAYMARK_SECRET_KEY_PREVIOUS sealed are sealed with the present key
  --auth URL, --storage URL  another server in place of ours, behind the gateway (docs/contract.md)
npm run status [-- --data DIR] [-- -o env]`

/** Reads the command line of `start` and `status`; relative folders are meant from where npm was called. */
export function readOptions(args: string[], root: string, takesFolder = false): Options {
  const { values, positionals } = parse(args, takesFolder)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_531) {
    throw new Error(`--port needs a number from 0 to 65531, not "${values.port}".`)
  }
  const output = values.output
  if (output !== 'text' && output !== 'env') throw new Error(`-o knows "env", not "${output}".`)
  const called = process.env.INIT_CWD ?? process.cwd()
  const project = projectOptions(values, called)
  const usual = resolve(root, project ? '.waymark-supabase' : '.waymark')
  const data = values.data === undefined ? usual : resolve(called, values.data)
  const { fresh, yes, dev, 'no-demo': noDemo, 'no-app': noApp } = values
  const [folder] = positionals
  return {
    port,
    data,
    fresh,
    yes,
    dev,
    demo: !noDemo,
    app: !noApp,
    product: true,
    bare: values.bare,
    functions: values.functions === undefined ? undefined : resolve(called, values.functions),
    schemas: values.schemas.split(','),
    folder: folder === undefined ? undefined : resolve(called, folder),
    auth: values.auth,
    storage: values.storage,
    project,
    output,
  }
}

function projectOptions(
  values: ReturnType<typeof parse>['values'],
  called: string,
): ProjectOptions | undefined {
  const { supabase: url, 'supabase-env': env } = values
  if (url === undefined && env === undefined) return undefined
  return {
    url,
    env: env === undefined ? undefined : resolve(called, env),
    anonKey: values['anon-key'],
    serviceRoleKey: values['service-role-key'],
    dbUrl: values['db-url'],
    jwtSecret: values['jwt-secret'],
  }
}

function parse(args: string[], allowPositionals: boolean) {
  try {
    return parseArgs({
      args,
      allowPositionals,
      options: {
        port: { type: 'string', default: '3000' },
        data: { type: 'string' },
        fresh: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        'no-app': { type: 'boolean', default: false },
        bare: { type: 'boolean', default: false },
        functions: { type: 'string' },
        schemas: { type: 'string', default: 'public' },
        auth: { type: 'string' },
        storage: { type: 'string' },
        supabase: { type: 'string' },
        'supabase-env': { type: 'string' },
        'anon-key': { type: 'string' },
        'service-role-key': { type: 'string' },
        'db-url': { type: 'string' },
        'jwt-secret': { type: 'string' },
        output: { type: 'string', short: 'o', default: 'text' },
      },
    })
  } catch (error) {
    throw new Error(`${(error as Error).message.split('. ')[0]}.\n\n${HELP}`)
  }
}
