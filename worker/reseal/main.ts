// `npm run reseal`: what an older key sealed is sealed with the present one (docs/operations.md).
import pg from 'pg'
import { messageOf } from '../log.ts'
import { resealAll } from './reseal.ts'

const HELP = `npm run reseal [-- --data DIR]
  Seals with WAYMARK_SECRET_KEY what WAYMARK_SECRET_KEY_PREVIOUS sealed, while everything runs.
  Cut off, the same command goes on.`

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(HELP)
  const connectionString = process.env.SUPABASE_DB_URL
  if (!connectionString) throw new Error('SUPABASE_DB_URL is missing.')
  const db = new pg.Pool({ connectionString, max: 1, application_name: 'waymark-reseal' })
  try {
    const { sealed, unreadable } = await resealAll(db)
    console.log(`${sealed} secrets were sealed with the present key.`)
    if (unreadable.length === 0) return console.log('None is left that an older key sealed.')
    console.error(`No key of this installation opens ${unreadable.length}:\n  ${unreadable.join('\n  ')}`)
    process.exitCode = 1
  } finally {
    await db.end()
  }
}

try {
  await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
