// Projects for tests, made and imported through the API.
import { expect, vi } from 'vitest'
import type { StackInfo } from '../../support/stack.ts'
import { call } from './call.ts'
import { sql, type Workspace } from './people.ts'

export interface Project {
  id: string
  slug: string
}

export const petStore = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      description: All <b>pets</b> & friends ![A pet](https://pictures.example/pet.png)
      responses:
        "200":
          description: The pets
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
    post:
      summary: Reorganise the kennels
      x-internal: true
      responses: { "204": { description: Done } }
components:
  schemas:
    Pet: { type: object, title: Pet, properties: { name: { type: string }, number: { type: integer, maximum: 9223372036854775807 } } }
`

/** An empty project of the workspace's owner. */
export async function aProject(
  stack: StackInfo,
  workspace: Workspace,
  fields: Record<string, unknown> = {},
): Promise<Project> {
  const answer = await call(stack, `/workspaces/${workspace.id}/projects`, {
    token: workspace.owner.token,
    // Two projects of a workspace cannot have one name.
    json: { name: fields.slug ?? 'Pet store', ...fields },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<{ project: Project }>().project
}

/** A project with a description, the pet store's unless another is given, analysed. */
export async function aDocumentedProject(
  stack: StackInfo,
  workspace: Workspace,
  fields: Record<string, string> = {},
  content = petStore,
): Promise<Project> {
  const { token } = workspace.owner
  const answer = await call(stack, `/workspaces/${workspace.id}/projects`, {
    token,
    form: { name: 'Pet store', ...fields, file: { name: 'pets.yaml', content } },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  const { project, job_id } = answer.json<{ project: Project; job_id: string }>()
  await finished(stack, token, job_id)
  return project
}

/** Waits for the worker to finish a task well. */
export async function finished(stack: StackInfo, token: string, jobId: string): Promise<void> {
  await endedTask(stack, token, jobId, 'success')
}

export interface Task {
  status: string
  payload: { error?: { message: string; file?: string; line?: number; column?: number } }
  lines: { level: string; message: string }[]
}

/** Waits for a task to end in this way, and shows it as its caller sees it. */
export async function endedTask(
  stack: StackInfo,
  token: string,
  jobId: string,
  status: 'success' | 'failed',
): Promise<Task> {
  const ended = async () => {
    const task = (await call(stack, `/tasks/${jobId}`, { token })).json<Task>()
    expect(task.status).toBe(status)
    return task
  }
  // All files of the tests share one worker: others' analyses come first.
  return vi.waitFor(ended, { timeout: 45_000, interval: 100 })
}

/** How many files lie in the upload folder of a workspace. */
export async function uploadsOf(stack: StackInfo, workspace: Workspace): Promise<number> {
  const [row] = await sql<{ n: number }>(
    stack,
    `select count(*)::int as n from storage.objects o join public.workspaces w on w.slug = $1
     where o.bucket_id = 'uploads' and starts_with(o.name, w.id || '/')`,
    [workspace.slug],
  )
  return row?.n ?? 0
}
