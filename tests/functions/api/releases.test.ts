// Releases: what a project has given out, as editors make it and readers find it.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, unique, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

/** A public project whose branch was analysed, and what releases it. */
async function anAnalyzedProject() {
  const { id } = await aProject(stack, workspace, { name: unique('Released'), visibility: 'public' })
  await sql(
    stack,
    `update public.branches set commit_hash = 'abc1234', last_analyzed_at = now() where project_id = $1`,
    [decodeId('prj', id)],
  )
  const release = (json: object, token = workspace.owner.token) =>
    call(stack, `/projects/${id}/releases`, { token, json })
  return { id, release }
}

describe('releases', () => {
  it('are made by an editor and found by anybody, the latest by its word', async () => {
    const { id, release } = await anAnalyzedProject()
    const made = await release({ version: '1.0.0', notes: '# First' })
    expect([made.status, made.json()]).toMatchObject([
      201,
      {
        version: '1.0.0',
        branch: 'main',
        notes: '# First',
        commit_hash: 'abc1234',
        author_id: expect.any(String),
      },
    ])
    for (const version of ['1.10.0', '1.2.0', '2.0.0-beta.1']) await release({ version })
    const list = await call(stack, `/projects/${id}/releases?limit=2`)
    expect([list.json(), list.headers['x-total-count']]).toMatchObject([
      { items: [{ version: '2.0.0-beta.1' }, { version: '1.10.0' }], total: 4 },
      '4',
    ])
    const least = await call(stack, `/projects/${id}/releases?min_release=1.2.0`)
    expect(least.json<{ items: { version: string }[] }>().items.map(({ version }) => version)).toEqual([
      '2.0.0-beta.1',
      '1.10.0',
      '1.2.0',
    ])
    expect((await call(stack, `/projects/${id}/releases/latest`)).json()).toMatchObject({ version: '1.10.0' })
    expect((await call(stack, `/projects/${id}/releases/2.0.0-beta.1`)).json()).toMatchObject({
      is_prerelease: true,
    })
    for (const absent of ['3.0.0', 'latest?min_release=1.11.0', '1.2.0?min_release=1.10.0'])
      expect(refusalIn(await call(stack, `/projects/${id}/releases/${absent}`))).toMatchObject({
        status: 404,
        detail: 'Release not found.',
      })
    expect((await call(stack, `/projects/${id}/releases?min_release=new`)).status).toBe(400)
  })

  it('say why one cannot be made', async () => {
    const { release } = await anAnalyzedProject()
    await release({ version: '1.0.0' })
    expect(refusalIn(await release({ version: '1.0.0' }))).toMatchObject({ status: 409, type: 'CONFLICT' })
    for (const wrong of [{ version: 'v1' }, {}, { version: '1.1.0', notes: 'x'.repeat(10_001) }])
      expect(refusalIn(await release(wrong))).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' })
    expect(refusalIn(await release({ version: '1.1.0', branch: 'nowhere' })).status).toBe(404)
    const guest = await aMember(stack, workspace, 'guest')
    expect((await release({ version: '1.1.0' }, guest.token)).status).toBe(403)
    expect((await release({ version: '1.1.0' }, '')).status).toBe(401)
  })

  it('of a private project are nobody else’s', async () => {
    const { id, release } = await anAnalyzedProject()
    await release({ version: '1.0.0' })
    await call(stack, `/projects/${id}`, {
      method: 'PATCH',
      token: workspace.owner.token,
      json: { visibility: 'private' },
    })
    for (const path of ['releases', 'releases/latest'])
      expect((await call(stack, `/projects/${id}/${path}`)).status).toBe(404)
  })
})
