// Projects that browser stories make by the API.
import { expect } from '@playwright/test'
import { call } from '../functions/support/call.ts'
import { stack } from './support.ts'

type Files = [path: string, content: string][]

const formOf = (files: Files) => ({
  paths: JSON.stringify(files.map(([path]) => path)),
  file: files.map(([, content], index) => ({ name: `${index}`, content })),
})

/** A project of files by their paths, analysed. */
export async function aProjectOf(
  token: string,
  workspace: string,
  fields: Record<string, string>,
  files: Files,
): Promise<{ id: string; slug: string }> {
  const answer = await call(stack(), `/workspaces/${workspace}/projects`, {
    token,
    form: { ...fields, ...formOf(files) },
  })
  expect(answer.status, answer.text).toBe(201)
  const { project, job_id } = answer.json<{ project: { id: string; slug: string }; job_id: string }>()
  await analysed(token, job_id)
  return project
}

/** Other files in place of those of its main branch. */
export async function replaceFiles(token: string, project: string, files: Files): Promise<void> {
  const answer = await call(stack(), `/projects/${project}/branches/main/import`, {
    token,
    form: formOf(files),
  })
  expect(answer.status, answer.text).toBe(202)
  await analysed(token, answer.json<{ job_id: string }>().job_id)
}

async function analysed(token: string, jobId: string): Promise<void> {
  const status = async () =>
    (await call(stack(), `/tasks/${jobId}`, { token })).json<{ status: string }>().status
  await expect.poll(status, { timeout: 45_000 }).toBe('success')
}
