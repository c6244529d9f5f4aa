// Notices are few, however much changes, and no write fails for them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Notices, noticesIn } from './support/notices.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let notices: Notices
let workspace: { id: number; owner: Person }
let projectId: number

beforeAll(async () => {
  world = await aWorld()
  notices = noticesIn(world)
  workspace = await world.aWorkspace('costs')
  projectId = await notices.aProject(workspace.id, 'open')
}, 120_000)
afterAll(() => world.end())

describe('the cost', () => {
  test('an import of 10,000 nodes is one notice', async () => {
    const branch = await notices.aBranch(projectId, 'large')
    const heard = await notices.told(async () => {
      await world.db.query('begin')
      await world.db.query(
        `insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('x'), '{}', 2)`,
        [workspace.id],
      )
      await world.db.query(
        `with made as (
           insert into public.nodes (project_id, uri, type) select $2, 'n' || n, 'model' from generate_series(1, 10000) n returning id, uri)
         insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash)
         select $3, id, $1, $2, uri, 'model', uri, uri, sha256('x') from made`,
        [workspace.id, projectId, branch],
      )
      await world.db.query(
        `insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'members', '[]')`,
        [branch],
      )
      await world.db.query('update public.branches set last_analyzed_at = now() where id = $1', [branch])
      await world.db.query('commit')
    })
    expect(heard).toEqual([`project:${projectId} change branches UPDATE [${branch}]`])
  })

  test('thousands of rows changed by one statement, and their deletion, are a handful of notices', async () => {
    const other = await world.aWorkspace('large')
    await world.db.query(
      `insert into public.projects (workspace_id, name, slug) select $1, 'p' || n, 'p-' || n from generate_series(1, 3000) n`,
      [other.id],
    )
    await world.db.query(
      `insert into public.branches (project_id, name, slug) select id, 'main', 'main' from public.projects where workspace_id = $1`,
      [other.id],
    )
    expect(
      await notices.told(() =>
        world.db.query('update public.projects set name = name where workspace_id = $1', [other.id]),
      ),
    ).toEqual([`workspace:${other.id} change projects UPDATE`])
    const last = await notices.told(() =>
      world.db.query('delete from public.workspaces where id = $1', [other.id]),
    )
    expect(last).toEqual([
      `user:${other.owner.id} access workspace_members DELETE`,
      `workspace:${other.id} change workspaces DELETE [${other.id}]`,
    ])
  })

  test('many people at once hear on the workspace’s channel, guests one by one', async () => {
    const other = await world.aWorkspace('crowded')
    const outsider = await world.aMember(other.id, 'guest')
    for (let n = 0; n < 101; n++) await world.aMember(other.id, 'viewer', `crowd-${n}`)
    const heard = await notices.told(() =>
      world.db.query('update public.workspaces set locked = true where id = $1', [other.id]),
    )
    expect(heard.filter((notice) => notice.includes(' access '))).toEqual([
      `user:${outsider.id} access workspace_members UPDATE`,
      `workspace:${other.id} access workspace_members UPDATE`,
    ])
  })

  test('a long transaction says once what names no row, and ten times what does, the tenth without ids', async () => {
    const heard = await notices.told(async () => {
      await world.db.query('begin')
      for (let n = 0; n < 30; n++) {
        await world.db.query(`insert into public.groups (workspace_id, name, slug) values ($1, $2, '')`, [
          workspace.id,
          `Many ${n}`,
        ])
        await world.db.query(
          `insert into public.workspace_invitations (workspace_id, email, token_hash) values ($1, $2, $3)`,
          [workspace.id, `many-${n}@example.com`, `token ${n}`],
        )
      }
      await world.db.query('commit')
    })
    expect(heard.filter((notice) => notice.includes('workspace_invitations'))).toHaveLength(1)
    const groups = heard.filter((notice) => notice.includes('groups'))
    expect(groups).toHaveLength(10)
    expect(groups.filter((notice) => notice.endsWith('INSERT'))).toHaveLength(1)
  })

  test('a notice that fails does not fail the write', async () => {
    await world.db.query('begin')
    await world.db.query('alter function private.send_notice rename to send_no_more')
    const { rowCount } = await world.db.query('update public.projects set name = name where id = $1', [
      projectId,
    ])
    await world.db.query('rollback')
    expect(rowCount).toBe(1)
  })

  test('somebody who may write but not broadcast writes, and it is told', async () => {
    const [found] = await world.as(workspace.owner, async (ask) => {
      await ask(`update public.workspaces set name = 'Renamed' where id = $1`, [workspace.id])
      await world.db.query('reset role')
      return ask<{ count: string }>(
        `select count(*) from realtime.messages where topic = $1 and payload ->> 'table' = 'workspaces'`,
        [`workspace:${workspace.id}`],
      )
    })
    expect(Number(found?.count)).toBe(1)
  })
})
