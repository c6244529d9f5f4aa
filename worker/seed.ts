// Makes the demo workspace, once everything is up. Run again it makes what is missing and changes nothing else; a
// workspace `demo` of somebody else is left alone. What it prints is shown at every start.
import pg from 'pg'
import { readConfig } from './config.ts'
import { messageOf } from './log.ts'
import { workspaceUrl } from './mail/urls.ts'
import { type DemoPerson, emailOf, HOME_CONTENT, PEOPLE, passwordOf, WORKSPACE } from './seed/demo.ts'
import { ensureLook } from './seed/look.ts'
import { connectPlatform, type Platform } from './seed/platform.ts'
import { ensureGroups, ensureHistories, ensureProjects } from './seed/projects.ts'
import { ensureProposal } from './seed/proposal.ts'
import { ensureGuide, ensureWaiver } from './seed/rules.ts'
import { PROPOSAL } from './seed/story.ts'
import { analysed } from './seed/waiting.ts'
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
    const people = await Promise.all(PEOPLE.map((person) => introduce(platform, person)))
    const named = (role: DemoPerson['role']) => {
      const found = people.find((person) => person.role === role)
      if (!found) throw new Error(`The demo has no ${role}.`)
      return found
    }
    const [ada, milo, gus] = [named('owner'), named('maker'), named('guest')]
    const owner = ada.session
    const place = { owner, workspaceId: workspace.id }
    await owner.patch(`workspaces?id=eq.${workspace.id}&home_content=is.null`, { home_content: HOME_CONTENT })
    await ensureLook(place)
    const groups = await ensureGroups(place)
    const projects = await ensureProjects(place, platform, groups, gus.id)
    await ensureGuide(place, projects)
    const projectId = projects.get(PROPOSAL.project) ?? 0
    const proposing = { author: milo.session, reviewerId: ada.id, workspaceId: workspace.id, projectId }
    await Promise.all([
      ensureHistories(place, platform, projects).then(() => ensureProposal(proposing)),
      ensureWaiver(place, projects, ada.id),
    ])
    await analysed(owner, `workspace_id=eq.${workspace.id}`)
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

async function introduce(platform: Platform, person: DemoPerson) {
  const session = await platform.signIn(emailOf(person), passwordOf(person))
  const { id } = await session.rpc<{ id: number }>('update_account', {
    p_first_name: person.first,
    p_last_name: person.last,
    p_complete: true,
  })
  return { role: person.role, id, session }
}

function banner(url: string): string {
  const width = Math.max(...PEOPLE.map((person) => emailOf(person).length))
  const accounts = PEOPLE.map((person) => `       ${emailOf(person).padEnd(width)}  ${passwordOf(person)}`)
  return [`Demo   ${url}`, ...accounts].join('\n')
}
