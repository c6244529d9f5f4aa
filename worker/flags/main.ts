// `npm run flags -- COMMAND`: switches of one workspace, whatever the installation says (docs/operations.md).
import pg from 'pg'
import { messageOf } from '../log.ts'
import { list, set } from './flags.ts'

const HELP = `npm run flags -- COMMAND [--data DIR]
  list [WORKSPACE]                     what each flag does; what the installation has, and which workspaces differ
  set WORKSPACE FLAG on|off|default    default: as the installation has it (WAYMARK_FLAGS)
A workspace is named by its sub-domain. Each change is told in its activity.`

async function main([command, ...words]: string[]): Promise<void> {
  const run = command === 'list' ? list : command === 'set' ? set : undefined
  if (!run) return console.log(HELP)
  const connectionString = process.env.SUPABASE_DB_URL
  if (!connectionString) throw new Error('SUPABASE_DB_URL is missing.')
  const db = new pg.Client({ connectionString, application_name: 'waymark-flags' })
  await db.connect()
  try {
    console.log(await run(db, words, process.env.WAYMARK_FLAGS))
  } finally {
    await db.end()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
