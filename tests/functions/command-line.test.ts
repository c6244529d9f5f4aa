// `waymark push` from a folder to docs, and `waymark export` back, against a whole instance.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { decodeId } from '../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../support/stack.ts'
import { runWaymark, startWaymark } from '../support/waymark-command.ts'
import { call } from './support/call.ts'
import { aWorkspace, sql, type Workspace } from './support/people.ts'
import { aProject, petStore } from './support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
let folder: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-command-line-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** A project that is pushed to: its id and its CI token. */
async function aPushedProject(name: string) {
  const { id } = await aProject(stack, workspace, { name, type: 'cli' })
  const made = await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
  const token = made.json<{ ci_token: string }>().ci_token
  return { id, token, env: { WAYMARK_CI_TOKEN: token, WAYMARK_URL: stack.apiUrl } }
}

const tocOf = (id: string) =>
  call(stack, `/projects/${id}/table-of-contents`, { token: workspace.owner.token }).then(({ text }) => text)

it('brings the docs of a folder, then what changed alone, and says what is wrong in it', async () => {
  const { id, env } = await aPushedProject('From the command line')
  write({
    'reference/pets.yaml': petStore,
    'docs/welcome.md': '# Welcome\n',
    'package.json': '{"name": "x"}',
  })
  const first = await runWaymark(folder, ['push'], env)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('Pushed 2 files to From the command line')
  const toc = await tocOf(id)
  expect(toc).toContain('List pets')
  expect(toc).toContain('Welcome')

  const broken = petStore.replace('summary: List pets', 'summary: List all pets').replace('/Pet"', '/Dog"')
  write({ 'reference/pets.yaml': broken })
  const second = JSON.parse((await runWaymark(folder, ['push', '--json'], env)).stdout)
  expect(second).toMatchObject({ branch: 'main', status: 'success', sent: { files: 1 } })
  expect(second.findings).toEqual([
    expect.objectContaining({ level: 'warn', file: 'reference/pets.yaml', line: 14, rule: 'unresolved-ref' }),
  ])
  expect(await tocOf(id)).toContain('List all pets')
})

it('is refused with a token that no longer holds, which nobody reads in what it says', async () => {
  const { id, token, env } = await aPushedProject('With a new token')
  write({ 'reference/pets.yaml': petStore })
  await call(stack, `/projects/${id}/ci-token`, { method: 'POST', token: workspace.owner.token })
  const { code, stdout, stderr } = await runWaymark(folder, ['push'], env)
  expect([code, stdout, stderr]).toEqual([77, '', expect.stringContaining('The token is not valid.')])
  expect(stderr).not.toContain(token)
})

it('goes on where it was killed', async () => {
  const { id, env } = await aPushedProject('Killed in the middle')
  const [small, large] = [petStore, Buffer.alloc(3_000_000, 'cat')]
  write({ 'docs/welcome.md': '# Killed\n', 'reference/pets.yaml': small, 'zoo/cat.png': large })
  const line = await slowLine(1_000_000)
  const { child, ended } = startWaymark(folder, ['push'], { ...env, WAYMARK_URL: line.url })
  // Two files have arrived, the third is on its way and will never be there.
  await vi.waitFor(async () => expect(await waiting(id)).toBeGreaterThanOrEqual(2), {
    timeout: 30_000,
    interval: 100,
  })
  child.kill('SIGKILL')
  expect((await ended).code).toBeNull()
  line.stop()
  expect(await tocOf(id)).not.toContain('Killed')
  const again = JSON.parse((await runWaymark(folder, ['push', '--json'], env)).stdout)
  expect(again).toMatchObject({ status: 'success', sent: { files: 1, bytes: large.byteLength } })
  expect(await tocOf(id)).toContain('Killed')
})

it('gives back what was pushed: all of it, a file and a node', async () => {
  const { id, env } = await aPushedProject('Exported again')
  write({ 'reference/pets.yaml': petStore, 'docs/welcome.md': '# Welcome\n' })
  expect((await runWaymark(folder, ['push'], env)).code).toBe(0)
  const made = await call(stack, `/workspaces/${workspace.id}/machine-principals`, {
    token: workspace.owner.token,
    json: { name: 'Exports' },
  })
  // A token of the workspace reads what is shared with all of it.
  const project = { token: workspace.owner.token, method: 'PATCH', json: { visibility: 'internal' } }
  expect((await call(stack, `/projects/${id}`, project)).status).toBe(200)
  const reader = { ...env, WAYMARK_TOKEN: made.json<{ access_token: string }>().access_token }
  const exported = (...args: string[]) => runWaymark(folder, ['export', id, ...args], reader)

  const whole = await exported('--output', 'all.zip')
  expect(whole).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(join(folder, 'all.zip')).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect((await exported('--path', 'reference/pets.yaml')).stdout).toBe(petStore)
  const told = await exported('--output', 'again.zip', '--json')
  expect(JSON.parse(told.stdout)).toEqual({
    file: 'again.zip',
    bytes: readFileSync(join(folder, 'again.zip')).length,
  })
  const asJson = (await exported('--path', 'reference/pets.yaml', '--json', '--branch', 'main')).stdout
  expect(asJson).toContain('"maximum": 9223372036854775807')
  expect(JSON.parse(asJson)).toMatchObject({ info: { title: 'Pet store' } })

  const slug = /"slug":\s*"([^"]*list-pets)"/.exec(await tocOf(id))?.[1] ?? ''
  const node = (await exported('--node', slug, '--format', 'yaml')).stdout
  expect(node).toMatch(/^path: \/pets$/m)
  expect(node).toContain('maximum: 9223372036854775807')

  // By its ID the server is asked how its address names it.
  const opened = await runWaymark(folder, ['open', id, '--json'], reader)
  expect(JSON.parse(opened.stdout)).toEqual({ url: `${stack.apiUrl}/docs/exported-again` })

  const missing = await exported('--path', 'nowhere.yaml', '--output', 'nowhere.yaml')
  expect([missing.code, missing.stderr]).toEqual([66, expect.stringContaining('no file here')])
  expect(existsSync(join(folder, 'nowhere.yaml'))).toBe(false)
})

it('compares a file on two branches, with what it refers to', async () => {
  const { id, env } = await aPushedProject('Compared by branches')
  const referring = petStore.replace('"#/components/schemas/Pet"', '"../models/pet.yaml"')
  const model = (type: string) => `title: Pet\ntype: object\nproperties: { name: { type: ${type} } }\n`
  write({ 'reference/pets.yaml': referring, 'models/pet.yaml': model('string') })
  expect((await runWaymark(folder, ['push', '--branch', 'main'], env)).code).toBe(0)
  write({ 'models/pet.yaml': model('integer') })
  expect((await runWaymark(folder, ['push', '--branch', 'next'], env)).code).toBe(0)
  const made = await call(stack, `/workspaces/${workspace.id}/machine-principals`, {
    token: workspace.owner.token,
    json: { name: 'Comparisons' },
  })
  const project = { token: workspace.owner.token, method: 'PATCH', json: { visibility: 'internal' } }
  expect((await call(stack, `/projects/${id}`, project)).status).toBe(200)
  expect(
    (await call(stack, `/projects/${id}/branches/next`, { ...project, json: { is_published: true } })).status,
  ).toBe(200)
  const reader = { ...env, WAYMARK_TOKEN: made.json<{ access_token: string }>().access_token }
  const compared = (...args: string[]) =>
    runWaymark(folder, ['diff', 'main', ...args, '--project', id, '--json'], reader)
  const found = await compared('next', '--path', 'reference/pets.yaml')
  expect([found.code, found.stderr]).toEqual([3, ''])
  expect(JSON.parse(found.stdout)).toMatchObject({ level: 'major' })
  expect((await compared('main', '--path', 'reference/pets.yaml')).code).toBe(0)
  const missing = await compared('nowhere', '--path', 'reference/pets.yaml')
  expect([missing.code, missing.stderr]).toEqual([66, ''])
  expect(JSON.parse(missing.stdout).error.message).toContain('(404)')
  expect((await compared('next')).code).toBe(64)
})

/** How many files of a project's pushes have arrived. */
async function waiting(id: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    stack,
    `select count(*)::int as n from storage.objects o where o.bucket_id = 'uploads' and o.name like $1`,
    [`%/ci-${decodeId('prj', id)}/%`],
  )
  return row?.n ?? 0
}

/** A line to the instance that passes on so many bytes of each connection, and no more. */
async function slowLine(mostBytes: number) {
  const to = new URL(stack.apiUrl)
  const server = createServer((socket) => {
    const onward = connect(Number(to.port), to.hostname)
    let passed = 0
    socket.on('data', (chunk) => {
      onward.write(chunk.subarray(0, Math.max(0, mostBytes - passed)))
      passed += chunk.length
      if (passed >= mostBytes) socket.pause()
    })
    onward.pipe(socket)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void server.close() }
}
