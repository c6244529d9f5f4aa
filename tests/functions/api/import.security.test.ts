import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, unique } from '../support/people.ts'
import { aProject, petStore, uploadsOf } from '../support/projects.ts'

const stack = sharedStack()
const file = { name: 'pets.yaml', content: petStore }

describe('somebody who may not import', () => {
  it('stores nothing: neither a viewer, nor a stranger, nor an anonymous visitor', async () => {
    const [workspace, stranger] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
    const viewer = await aMember(stack, workspace, 'viewer')
    const { id } = await aProject(stack, workspace)
    const attempts: [token: string | undefined, status: number][] = [
      [viewer.token, 403],
      [stranger.owner.token, 404],
      [undefined, 401],
    ]
    for (const [token, status] of attempts) {
      const as = token ? { token } : {}
      const created = await call(stack, `/workspaces/${workspace.id}/projects`, {
        ...as,
        form: { name: 'X', file },
      })
      const imported = await call(stack, `/projects/${id}/branches/main/import`, { ...as, form: { file } })
      expect([created.status, imported.status]).toEqual([status, status])
    }
    expect(await uploadsOf(stack, workspace)).toBe(0)
  })

  it('cannot have somebody else’s upload analysed', async () => {
    const [victim, attacker] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
    const { id } = await aProject(stack, victim)
    await call(stack, `/projects/${id}/branches/main/import`, { token: victim.owner.token, form: { file } })
    const [upload] = await sql<{ object: string }>(
      stack,
      `select u.object from private.task_uploads u join public.task_logs t using (job_id)
       join public.workspaces w on w.id = t.workspace_id where w.slug = $1`,
      [victim.slug],
    )
    const number = Number(Buffer.from(attacker.id, 'base64url').toString().split(':')[1])
    const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/create_project`, {
      method: 'POST',
      headers: {
        apikey: stack.anonKey,
        authorization: `Bearer ${attacker.owner.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        p_workspace_id: number,
        p_name: 'Stolen',
        p_uploads: [{ path: 'a.yaml', object: upload?.object }],
      }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ hint: 'VALIDATION_ERROR' })
  })

  it('cannot have more analysed than 50 MB, whatever got past Storage’s own limit', async () => {
    const workspace = await aWorkspace(stack)
    const { id } = await aProject(stack, workspace)
    const project = Number(Buffer.from(id, 'base64url').toString().split(':')[1])
    const [folder] = await sql<{ name: string }>(
      stack,
      `select w.id || '/' || u.auth_id || '/' as name
       from public.workspaces w join public.workspace_members m on m.workspace_id = w.id and m.role = 'owner'
       join public.users u on u.id = m.user_id where w.slug = $1`,
      [workspace.slug],
    )
    const sized = async (...sizes: (number | null)[]) => {
      const uploads = sizes.map((_, n) => ({
        path: `reference/${n}.yaml`,
        object: folder?.name + unique('o'),
      }))
      for (const [n, { object }] of uploads.entries()) {
        await sql(
          stack,
          `insert into storage.objects (bucket_id, name, metadata)
           values ('uploads', $1, case when $2::bigint is null then null else jsonb_build_object('size', $2::bigint) end)`,
          [object, sizes[n]],
        )
      }
      const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/import_files`, {
        method: 'POST',
        headers: {
          apikey: stack.anonKey,
          authorization: `Bearer ${workspace.owner.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ p_project_id: project, p_branch_slug: 'main', p_uploads: uploads }),
      })
      return [answer.status, ((await answer.json()) as { hint?: string }).hint]
    }
    const megabyte = 1024 * 1024
    expect(await sized(120 * megabyte)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await sized(26 * megabyte, 25 * megabyte)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await sized(null)).toEqual([400, 'VALIDATION_ERROR'])
    expect(await sized(50 * megabyte)).toEqual([200, undefined])
  })

  it('gains nothing by a file name that climbs out of the project', async () => {
    const workspace = await aWorkspace(stack)
    const { token } = workspace.owner
    const climb = await call(stack, `/workspaces/${workspace.id}/projects`, {
      token,
      form: { name: 'Climb', file: { name: '../../etc/pets.yaml', content: petStore } },
    })
    expect(climb.status).toBe(201)
    const [row] = await sql<{ path: string }>(
      stack,
      `select coalesce(
        (select u.path from private.task_uploads u where u.job_id = $1),
        (select f.path from public.branch_files f join public.task_logs t on t.branch_id = f.branch_id where t.job_id = $1)) as path`,
      [climb.json<{ job_id: string }>().job_id],
    )
    expect(row?.path).toBe('reference/pets.yaml')
    const dots = await call(stack, `/workspaces/${workspace.id}/projects`, {
      token,
      form: { name: 'Dots', file: { name: '..', content: petStore } },
    })
    expect(refusalIn(dots)).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' })
  })
})
