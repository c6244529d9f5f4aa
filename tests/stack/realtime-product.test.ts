// The product's own notices and policies through a Realtime server: who loses access loses the channel, even a client
// that listens to nothing which would tell it, and keeps a token that lives on.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Notices, noticesIn } from '../db/support/notices.ts'
import { aWorld, type Person, type World } from '../db/support/people.ts'
import { urlOf } from '../support/database-urls.ts'
import { type Bare, type RealtimeWorld, startRealtimeOn } from '../support/realtime.ts'

let product: World
let notices: Notices
let realtime: RealtimeWorld
let workspace: { id: number; owner: Person }
let projectId: number

beforeAll(async () => {
  product = await aWorld()
  notices = noticesIn(product)
  workspace = await product.aWorkspace('live')
  projectId = await notices.aProject(workspace.id, 'shown')
  const url = (role: string) => urlOf(inject('cluster').adminUrl, role, String(product.db.database))
  realtime = await startRealtimeOn({
    postgres: url('postgres'),
    admin: url('supabase_admin'),
    authenticator: url('authenticator'),
  })
}, 120_000)
afterAll(async () => {
  await realtime.close()
  await product.end()
})

async function listens({ authId }: Person, topic: string): Promise<Bare> {
  const bare = await realtime.socket('&vsn=2.0.0')
  const payload = { config: { private: true }, access_token: await realtime.token(authId) }
  bare.send(['1', '1', `realtime:${topic}`, 'phx_join', payload])
  const { payload: reply } = await bare.next(({ ref }) => ref === '1')
  expect(reply.status).toBe('ok')
  return bare
}

const closed = (bare: Bare) => bare.next(({ event }) => event === 'phx_close')

describe('somebody who listens to one project only', () => {
  test('loses its channel when it leaves the workspace', async () => {
    const leaver = await product.aMember(workspace.id, 'viewer', 'leaver')
    const stayer = await product.aMember(workspace.id, 'viewer', 'stayer')
    const gone = await listens(leaver, `project:${projectId}`)
    const there = await listens(stayer, `project:${projectId}`)
    await product.db.query('delete from public.workspace_members where user_id = $1', [leaver.id])
    await closed(gone)
    await notices.aBranch(projectId, 'after')
    await there.next(({ event }) => event === 'broadcast')
    expect(gone.heard.filter(({ event }) => event === 'broadcast')).toEqual([])
  })

  test('loses it when the project turns private', async () => {
    const viewer = await product.aMember(workspace.id, 'viewer', 'outsider')
    const hidden = await notices.aProject(workspace.id, 'hidden-soon')
    const bare = await listens(viewer, `project:${hidden}`)
    await product.db.query(`update public.projects set visibility = 'private' where id = $1`, [hidden])
    await closed(bare)
  })

  test('never hears the projects of another workspace, whatever the topic is called', async () => {
    const other = await product.aWorkspace('elsewhere')
    const secret = await notices.aProject(other.id, 'secret')
    const stranger = await product.aMember(workspace.id, 'admin', 'stranger')
    const token = await realtime.token(stranger.authId)
    const bare = await realtime.socket('&vsn=2.0.0')
    const topics = [
      `project:${secret}`,
      `workspace:${other.id}`,
      `user:${other.owner.id}`,
      `project:0${secret}`,
    ]
    for (const [index, topic] of topics.entries()) {
      const payload = { config: { private: true }, access_token: token }
      bare.send(['1', `t${index}`, `realtime:${topic}`, 'phx_join', payload])
      const reply = await bare.next(({ ref }) => ref === `t${index}`)
      expect(reply.payload.status, topic).toBe('error')
    }
  })
})
