// `npm run seed:large [-- --projects 100000 --nodes 1000000 --slug huge --db URL --data DIR]`: makes a large workspace in a running instance
// (the one of .waymark, or of --data), or in any database with the migrations.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeLarge, password, usualSize } from './support/large.ts'
import { fillWithNodes } from './support/nodes.ts'

const root = resolve(import.meta.dirname, '../..')

function size(name: string, given: string | undefined, usual: number): number {
  const value = Number(given ?? usual)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} needs a positive whole number, not "${given}".`)
}

function runningDatabase(data: string | undefined): string {
  const args = [
    resolve(root, 'stack/bin/launch.mjs'),
    'status',
    '-o',
    'env',
    ...(data ? ['--data', data] : []),
  ]
  const said = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = /^DB_URL="(.*)"$/m.exec(said)?.[1]
  if (!url) throw new Error('The running instance does not say where its database is.')
  return url
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      db: text,
      data: text,
      slug: text,
      projects: text,
      members: text,
      teams: text,
      groups: text,
      nodes: text,
    },
  })
  const options = {
    slug: values.slug ?? usualSize.slug,
    projects: size('projects', values.projects, usualSize.projects),
    members: size('members', values.members, usualSize.members),
    teams: size('teams', values.teams, usualSize.teams),
    groups: size('groups', values.groups, usualSize.groups),
  }
  const db = new pg.Client({ connectionString: values.db ?? runningDatabase(values.data) })
  await db.connect()
  const started = performance.now()
  try {
    const made = await makeLarge(db, options)
    if (values.nodes) await fillWithNodes(db, made.id, size('nodes', values.nodes, 0))
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `Workspace ${made.slug} in ${seconds} s: ${options.projects} projects, ${options.members} members, ${options.teams} teams, ${options.groups} groups${values.nodes ? `, ${values.nodes} nodes` : ''}.`,
    )
    console.log(`Everybody signs in with ${password}:`)
    for (const [role, { email }] of Object.entries(made.people)) console.log(`  ${role.padEnd(8)} ${email}`)
  } finally {
    await db.end()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
