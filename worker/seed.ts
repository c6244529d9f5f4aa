// Makes the demo workspace, once everything is up. Run again it makes what is missing and changes nothing else; a
// workspace `demo` of somebody else is left alone. What it prints is shown at every start.
import pg from 'pg'
import { readConfig } from './config.ts'
import { messageOf } from './log.ts'
import { workspaceUrl } from './mail/urls.ts'
import { emailOf, HOME_CONTENT, PEOPLE, passwordOf, WORKSPACE } from './seed/demo.ts'
import { connectPlatform } from './seed/platform.ts'
import { ensureGroups, ensureProjects } from './seed/projects.ts'
import { ensureWorkspace } from './seed/workspace.ts'

const WORKER_WITHIN_MS = 60_000

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
  const platform = connectPlatform({ ...config, anonKey })
  const db = new pg.Client({ connectionString: config.dbUrl, application_name: 'waymark-seed' })
  await db.connect()
  try {
    await workerIsThere(db)
    const workspace = await ensureWorkspace(db, platform)
    if (!workspace) return
    const ids = await introducePeople(platform)
    const owner = await platform.signIn(emailOf(PEOPLE[0]), passwordOf(PEOPLE[0]))
    const place = { owner, workspaceId: workspace.id }
    await owner.patch(`workspaces?id=eq.${workspace.id}&home_content=is.null`, { home_content: HOME_CONTENT })
    const groups = await ensureGroups(place)
    await ensureProjects(place, platform, groups, ids.get('guest') ?? 0)
    console.log(banner(workspaceUrl(config, WORKSPACE.slug)))
  } finally {
    await db.end()
  }
}

// The queue's tables are the worker's; without them nothing can be queued.
async function workerIsThere(db: pg.Client): Promise<void> {
  const deadline = Date.now() + WORKER_WITHIN_MS
  for (;;) {
    const { rows } = await db.query<{ ready: boolean }>(
      `select to_regprocedure('graphile_worker.force_unlock_workers(text[])') is not null as ready`,
    )
    if (rows[0]?.ready) return
    if (Date.now() > deadline) throw new Error('The worker has not started within a minute.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function introducePeople(platform: ReturnType<typeof connectPlatform>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const person of PEOPLE) {
    const session = await platform.signIn(emailOf(person), passwordOf(person))
    const me = await session.rpc<{ id: number }>('update_account', {
      p_first_name: person.first,
      p_last_name: person.last,
      p_complete: true,
    })
    ids.set(person.role, me.id)
  }
  return ids
}

function banner(url: string): string {
  const width = Math.max(...PEOPLE.map((person) => emailOf(person).length))
  const accounts = PEOPLE.map((person) => `       ${emailOf(person).padEnd(width)}  ${passwordOf(person)}`)
  return [`Demo   ${url}`, ...accounts].join('\n')
}
