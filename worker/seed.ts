// Makes the demo workspace, once everything is up. Run again it makes what is missing and changes nothing else; a
// workspace `demo` of somebody else is left alone. What it prints is shown at every start.
import pg from 'pg'
import { readConfig } from './config.ts'
import { messageOf } from './log.ts'
import { workspaceUrl } from './mail/urls.ts'
import { emailOf, PEOPLE, passwordOf, WORKSPACE } from './seed/demo.ts'
import { makeDemo } from './seed/make-demo.ts'
import { connectPlatform } from './seed/platform.ts'
import { eventually } from './seed/waiting.ts'

try {
  await seed()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function seed(): Promise<void> {
  const config = readConfig()
  const anonKey = process.env.SUPABASE_ANON_KEY
  if (!anonKey) throw new Error('The seed needs SUPABASE_ANON_KEY.')
  const db = new pg.Client({ connectionString: config.dbUrl, application_name: 'waymark-seed' })
  await db.connect()
  try {
    await workerIsThere(db)
    if (await makeDemo(db, connectPlatform({ ...config, anonKey })))
      console.log(banner(workspaceUrl(config, WORKSPACE.slug)))
  } finally {
    await db.end()
  }
}

// The queue's tables are the worker's; without them nothing can be queued.
async function workerIsThere(db: pg.Client): Promise<void> {
  await eventually('The worker', async () => {
    const { rows } = await db.query<{ ready: boolean }>(
      `select to_regprocedure('graphile_worker.force_unlock_workers(text[])') is not null as ready`,
    )
    return rows[0]?.ready || undefined
  })
}

function banner(url: string): string {
  const width = Math.max(...PEOPLE.map((person) => emailOf(person).length))
  const accounts = PEOPLE.map((person) => `       ${emailOf(person).padEnd(width)}  ${passwordOf(person)}`)
  return [`Demo   ${url}`, ...accounts].join('\n')
}
