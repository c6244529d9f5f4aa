// The demo, cut off behind each kind of step and begun again each time: in the end it is whole, and nothing is there twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { makeDemo } from '../../worker/seed/make-demo.ts'
import { connectPlatform, type Platform, type Session } from '../../worker/seed/platform.ts'
import { type RunningStack, startStack } from '../support/stack.ts'

class CutOff extends Error {}

let stack: RunningStack
let whole: Platform
const sessions = new Map<string, Promise<Session>>()
beforeAll(async () => {
  stack = await startStack()
  whole = connectPlatform({
    supabaseUrl: stack.apiUrl,
    anonKey: stack.anonKey,
    serviceKey: stack.serviceRoleKey,
  })
}, 120_000)
afterAll(() => stack?.stop())

/** The doors for one run, which ends behind the first step of a kind that no run ended behind before. */
function cutDoors(before: Set<string>) {
  const underWay = new Set<Promise<unknown>>()
  let isOver = false
  async function step<T>(kind: string, work: () => Promise<T>): Promise<T> {
    // As after a kill: nothing more is asked for, by none of those that were at it.
    if (isOver) throw new CutOff(kind)
    const done = work()
    underWay.add(done)
    const answer = await done.finally(() => underWay.delete(done))
    if (isOver || before.has(kind)) return answer
    isOver = true
    before.add(kind)
    throw new CutOff(kind)
  }
  const kindOf = (path: string) => path.split(/[?]/)[0]?.replaceAll(/\/[A-Za-z0-9_-]{6,}(?=\/|$)/g, '/…')
  const cutSession = (session: Session): Session => ({
    authId: session.authId,
    facade: (method, path, body) =>
      step(`${method} ${kindOf(path)}`, () => session.facade(method, path, body)),
    rpc: (name, args) => step(`rpc ${name}`, () => session.rpc(name, args)),
    select: (query) => session.select(query),
    patch: (query, values) => step(`patch ${kindOf(query)}`, () => session.patch(query, values)),
    upload: (bucket, path, content) => step('upload', () => session.upload(bucket, path, content)),
  })
  const platform: Platform = {
    ensureCredential: (email, password) =>
      step(`credential ${email}`, () => whole.ensureCredential(email, password)),
    async signIn(email, password) {
      // Once: how often somebody may sign in is limited.
      const session = sessions.get(email) ?? whole.signIn(email, password)
      sessions.set(email, session)
      return cutSession(await session)
    },
    ownDescription: () => whole.ownDescription(),
    facade: (token, method, path, body) =>
      step(`${method} ${kindOf(path)}`, () => whole.facade(token, method, path, body)),
  }
  return {
    platform,
    /** Until nobody is at anything any more. */
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

test('is gone on with wherever it was cut off, until it is whole', { timeout: 400_000 }, async () => {
  const db = await connect(stack.dbUrl)
  const cuts = new Set<string>()
  try {
    for (let isWhole = false; !isWhole; ) {
      // So many changes in a minute are no person's.
      await db.query('delete from private.throttle')
      const { platform, settled } = cutDoors(cuts)
      isWhole = await makeDemo(db, platform).catch((error: unknown) => {
        if (error instanceof CutOff) return false
        throw error
      })
      await settled()
    }
    expect([...cuts]).toEqual(
      expect.arrayContaining([
        'rpc create_project',
        'rpc import_files',
        'rpc create_release',
        'rpc create_version',
        'rpc discard_changes',
        'rpc create_proposal',
        'rpc ask_reviewer',
        'rpc start_proposal_thread',
        'rpc waive_finding',
      ]),
    )
    const { rows } = await db.query(
      `select (select count(*)::int from public.projects) as projects, (select count(*)::int from public.groups) as groups,
         (select array_agg(r.version order by r.precedence, r.project_id) from public.releases r) as releases,
         (select count(*)::int from public.commits c where c.message <> '') as commits,
         (select count(*)::int from public.proposals where status = 'open') as proposals,
         (select count(*)::int from private.proposal_reviewers where is_required) as reviewers,
         (select count(*)::int from private.proposal_comments) as comments,
         (select count(*)::int from public.documents d join public.proposals o on o.branch_id = d.branch_id where d.changed) as drafts,
         (select count(*)::int from public.finding_waivers) as waivers,
         (select count(*)::int from public.project_style_guides) as guided,
         (select logo_url is not null and home_content is not null from public.workspaces where slug = 'demo') as is_dressed`,
    )
    expect(rows).toEqual([
      {
        projects: 6,
        groups: 2,
        releases: ['1.0.0', '2.3.0', '2.4.0'],
        commits: 4,
        proposals: 1,
        reviewers: 1,
        comments: 1,
        drafts: 0,
        waivers: 1,
        guided: 2,
        is_dressed: true,
      },
    ])
  } finally {
    await db.end()
  }
})
