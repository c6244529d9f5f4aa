// Stoplight's own command line, the real one, against a whole instance: its pushes become docs like ours.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { decodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../support/stack.ts'
import { call } from './support/call.ts'
import { aWorkspace, sql, type Workspace } from './support/people.ts'
import { aProject, finished, petStore } from './support/projects.ts'

const PROGRAM = resolve(import.meta.dirname, '../../node_modules/@stoplight/cli/bin/stoplight.js')
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const stack = sharedStack()
let workspace: Workspace
let folder: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-stoplight-'))
  git('init', '--quiet', '--initial-branch=main')
})
afterEach(() => rmSync(folder, { recursive: true }))

function git(...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
}

/** Writes files and commits them; gives the commit. */
function commit(files: Record<string, string | Buffer>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change')
  return git('rev-parse', 'HEAD')
}

/** Runs `stoplight push` in the folder, to its end. */
async function stoplightPush(token: string, ...more: string[]) {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'push', '--ci-token', token, '--url', stack.apiUrl, '--directory', folder, ...more],
    { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, NO_UPDATE_NOTIFIER: '1' } },
  )
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, said: `${out}${err}` }
}

async function aPushedProject(name: string) {
  const { id } = await aProject(stack, workspace, { name, type: 'cli' })
  const made = await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
  return { id, token: made.json<{ ci_token: string }>().ci_token }
}

/** Waits for the newest analysis of a project; gives its task. */
async function analysed(id: string, token: string) {
  const [task] = await sql<{ job_id: string; commit_hash: string; event: string }>(
    stack,
    'select job_id, commit_hash, event from public.task_logs where project_id = $1 order by created_at desc limit 1',
    [decodeId('prj', id)],
  )
  if (!task) throw new Error('nothing was queued')
  await finished(stack, token, task.job_id)
  return task
}

const readAs = (path: string) => call(stack, path, { token: workspace.owner.token })
const files = {
  'reference/pets.yaml': petStore.replace('"#/components/schemas/Pet"', '"../models/pet.yaml"'),
  'models/pet.yaml': 'title: A pet\ntype: object\n',
  'docs/welcome.md': '# Welcome\n\n![Logo](../assets/images/logo.png)\n',
  'assets/images/logo.png': pixel,
  'toc.json': JSON.stringify({
    items: [
      { type: 'item', title: 'Begin here', uri: 'docs/welcome.md' },
      { type: 'item', title: 'Pets', uri: 'reference/pets.yaml' },
    ],
  }),
}

it('brings the docs of a folder with its images, under their commit', async () => {
  const { id, token } = await aPushedProject('From the other client')
  const sha = commit(files)
  const pushed = await stoplightPush(token)
  expect(pushed.code, pushed.said).toBe(0)
  expect(pushed.said).toContain('success Pushed!')
  expect(pushed.said).toContain('Uploaded 1 images')
  expect(pushed.said).not.toMatch(/error|could not/i)
  const commits = await readAs(`/projects/${id}/commits`)
  expect(commits.json()).toMatchObject({ items: [{ sha, message: 'Change' }] })
  expect(await analysed(id, token)).toMatchObject({ event: 'push', commit_hash: sha })
  const toc = (await readAs(`/projects/${id}/table-of-contents`)).text
  expect(toc).toContain('Begin here')
  expect(toc).toContain('List pets')
  const image = await readAs(`/projects/${id}/branches/main/images/assets/images/logo.png`)
  expect([image.status, image.headers['content-length']]).toEqual([200, String(pixel.byteLength)])
  // Byte for byte what lies in the folder, numbers beyond a double's precision too.
  const file = await readAs(`/projects/${id}/branches/main/export?path=reference/pets.yaml`)
  expect(file.text).toBe(files['reference/pets.yaml'])
  // They go once the task has said how it ended.
  await expect.poll(() => waitingFiles(id)).toBe(0)
})

it('replaces what a branch had, and keeps other branches', async () => {
  const { id, token } = await aPushedProject('Twice from the other client')
  commit(files)
  expect((await stoplightPush(token)).code).toBe(0)
  await analysed(id, token)
  git('rm', '--quiet', '-r', 'docs', 'assets', 'toc.json')
  commit({ 'reference/pets.yaml': petStore.replace('summary: List pets', 'summary: All pets') })
  expect((await stoplightPush(token, '--branch', 'feature/x')).code).toBe(0)
  await analysed(id, token)
  const tocOf = async (branch: string) =>
    (await readAs(`/projects/${id}/table-of-contents?branch=${encodeURIComponent(branch)}`)).text
  expect(await tocOf('feature/x')).toContain('All pets')
  expect(await tocOf('feature/x')).not.toContain('Welcome')
  expect(await tocOf('main')).toContain('Begin here')
})

it('is told that its token has ended', async () => {
  const { id, token } = await aPushedProject('With another token')
  commit(files)
  await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
  const refused = await stoplightPush(token)
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('The CI token is not valid.')])
  expect(refused.said).not.toContain(token)
})

/** How many files of a project's pushes still lie there. */
async function waitingFiles(id: string): Promise<number | undefined> {
  const [row] = await sql<{ n: number }>(
    stack,
    `select count(*)::int as n from storage.objects o where o.bucket_id = 'uploads' and o.name like $1`,
    [`%/ci-${decodeId('prj', id)}/%`],
  )
  return row?.n
}
