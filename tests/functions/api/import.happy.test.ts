import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace } from '../support/people.ts'
import { aDocumentedProject, aProject, finished, petStore } from '../support/projects.ts'

const stack = sharedStack()

describe('importing', () => {
  it('makes a project from a file, whose task runs to its end with lines in its log', async () => {
    const workspace = await aWorkspace(stack)
    const { token } = workspace.owner
    const answer = await call(stack, `/workspaces/${workspace.id}/projects`, {
      token,
      form: { name: 'Pets', slug: '', file: { name: 'C:\\apis\\pets.yaml', content: petStore } },
    })
    expect(answer.status).toBe(201)
    const { project, job_id } = answer.json<{ project: { id: string; slug: string }; job_id: string }>()
    expect(project.slug).toBe('pets')
    await finished(stack, token, job_id)
    const task = await call(stack, `/tasks/${job_id}`, { token })
    expect(task.json<{ lines: unknown[] }>().lines.length).toBeGreaterThan(0)
    const list = await call(stack, `/projects/${project.id}/tasks`, { token })
    expect(list.json<{ items: { job_id: string }[] }>().items.map((item) => item.job_id)).toEqual([job_id])
  })

  it('replaces the content of a branch', async () => {
    const workspace = await aWorkspace(stack)
    const { token } = workspace.owner
    const { id } = await aDocumentedProject(stack, workspace)
    const answer = await call(stack, `/projects/${id}/branches/main/import`, {
      token,
      form: { file: { name: 'pets.yaml', content: petStore.replace('List pets', 'Show every pet') } },
    })
    expect(answer.status).toBe(202)
    await finished(stack, token, answer.json<{ job_id: string }>().job_id)
    const toc = await call(stack, `/projects/${id}/table-of-contents`, { token })
    expect(toc.text).toContain('Show every pet')
    expect(toc.text).not.toContain('List pets')
  })

  it('queues a retried form once under its Idempotency-Key', async () => {
    const workspace = await aWorkspace(stack)
    const { token } = workspace.owner
    const { id } = await aProject(stack, workspace)
    const send = () =>
      call(stack, `/projects/${id}/branches/main/import`, {
        token,
        form: { file: { name: 'pets.yaml', content: petStore } },
        headers: { 'idempotency-key': 'import-once' },
      })
    const [first, again] = [await send(), await send()]
    expect(again.json()).toEqual(first.json())
  })
})
