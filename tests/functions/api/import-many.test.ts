// Many files that become one project: where they go is said before them, and nothing stays when they are refused.
import { beforeAll, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody } from '../support/call.ts'
import { aWorkspace, sql, type Workspace } from '../support/people.ts'
import { endedTask, petStore, uploadsOf } from '../support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

const file = (name: string, content: string) => ({ name, content })
const send = (paths: string | null, files: { name: string; content: string }[], name = 'Many') =>
  call(stack, `/workspaces/${workspace.id}/projects`, {
    token: workspace.owner.token,
    form: { name, ...(paths === null ? {} : { paths }), file: files },
  })
const two = [file('pets.yaml', petStore), file('intro.md', '# Welcome')]
const refused = async (paths: string | null, files = two) => {
  const answer = await send(paths, files)
  expect(answer.status).toBe(400)
  expect(await uploadsOf(stack, workspace)).toBe(0)
  const { detail, errors } = answer.json<ProblemBody>()
  return errors?.[0] ?? detail
}

it.each([
  ['no list', 'pets.yaml'],
  ['a list of something else', '[1, 2]'],
  ['a path twice', '["a.yaml", "a.yaml"]'],
  ['too few paths', '["a.yaml"]'],
  ['too many paths', JSON.stringify(Array.from({ length: 1001 }, (_, n) => `${n}.yaml`))],
])('are refused with %s', async (_what, paths) => {
  expect(await refused(paths)).toMatchObject({ field: 'paths' })
})

it('are refused without paths, and with one that leads out of the project', async () => {
  expect(await refused(null)).toBe('Send one file at a time.')
  await refused('["../a.yaml", "b.md"]')
})

it('lie where their paths say, and are analysed together', async () => {
  const answer = await send('["reference/pets.yaml", "docs/intro.md"]', two)
  expect(answer.status).toBe(201)
  const { job_id } = answer.json<{ job_id: string }>()
  await endedTask(stack, workspace.owner.token, job_id, 'success')
  const rows = await sql(
    stack,
    `select f.path from public.branch_files f join public.task_logs t on t.branch_id = f.branch_id
     where t.job_id = $1 order by f.path`,
    [job_id],
  )
  expect(rows).toEqual([{ path: 'docs/intro.md' }, { path: 'reference/pets.yaml' }])
})
