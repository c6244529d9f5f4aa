// `waymark login` to `waymark logout`, against a whole instance: a person allows what the command asks.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sharedStack } from '../support/stack.ts'
import { runWaymark, startWaymark } from '../support/waymark-command.ts'
import { call } from './support/call.ts'
import { aWorkspace, sql, type Workspace } from './support/people.ts'
import { aProject, petStore } from './support/projects.ts'

const stack = sharedStack()
let workspace: Workspace
let folder: string
let env: Record<string, string>
let file: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-login-'))
  env = { WAYMARK_URL: stack.apiUrl, XDG_CONFIG_HOME: join(folder, 'config') }
  file = join(folder, 'config', 'waymark', 'logins.json')
  // All tests are one client.
  await sql(stack, "delete from private.throttle where key like 'device:%'")
})
afterEach(() => rmSync(folder, { recursive: true }))

async function answer(code: string, allow: boolean): Promise<void> {
  const done = await fetch(`${stack.apiUrl}/rest/v1/rpc/answer_device_request`, {
    method: 'POST',
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${workspace.owner.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_code: code, p_allow: allow }),
  })
  expect(await done.json()).toMatchObject({ outcome: allow ? 'allowed' : 'refused' })
}

/** Signs in, the person having answered. */
async function login(allow = true) {
  const { child, ended } = startWaymark(
    folder,
    ['login', '--workspace', workspace.slug, '--no-open', '--json'],
    env,
  )
  const code = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
      const shown = /[A-Z]{4}-[A-Z]{4}/.exec(said)?.[0]
      if (shown) resolve(shown)
    })
    child.once('close', () => reject(new Error(said)))
  })
  await answer(code, allow)
  return ended
}

const kept = () => Object.values(JSON.parse(readFileSync(file, 'utf8')))[0] as Record<string, string>

it('signs in, says who it is, reads and pushes without a token, and signs out', async () => {
  const signedIn = await login()
  expect(signedIn.code).toBe(0)
  expect(JSON.parse(signedIn.stdout)).toEqual({ url: `${stack.apiUrl}/`, workspace_id: workspace.id })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { token = '', refresh_token = '' } = kept()

  // The address too is that of the login.
  const { WAYMARK_URL: _url, ...without } = env
  const who = await runWaymark(folder, ['whoami', '--json'], without)
  expect(who).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(who.stdout)).toMatchObject({ url: `${stack.apiUrl}/`, user: { id: expect.any(String) } })

  const { id } = await aProject(stack, workspace, { name: 'By login', type: 'cli' })
  writeFileSync(join(folder, 'pets.yaml'), petStore)
  const ciToken = async () =>
    (await call(stack, `/projects/${id}/ci-token`, { token: workspace.owner.token })).json<{
      ci_token: string | null
    }>().ci_token
  // A dry run leaves nothing behind; the first push makes the token that the next one finds.
  expect(await runWaymark(folder, ['push', '--project', id, '--dry-run'], env)).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(await ciToken()).toBeNull()
  expect(await runWaymark(folder, ['push', '--project', id], env)).toMatchObject({ code: 0, stderr: '' })
  const made = await ciToken()
  expect(made).toMatch(/^wmci_/)
  expect(await runWaymark(folder, ['push', '--project', id], env)).toMatchObject({ code: 0, stderr: '' })
  expect(await ciToken()).toBe(made)
  const out = await runWaymark(folder, ['export', id, '--path', 'pets.yaml'], env)
  expect([out.code, out.stdout]).toEqual([0, petStore])

  const signedOut = await runWaymark(folder, ['logout'], env)
  expect([signedOut.code, signedOut.stdout]).toEqual([0, expect.stringContaining('Signed out of')])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({})
  expect((await call(stack, '/users/me', { token })).status).toBe(401)
  const after = await runWaymark(folder, ['whoami'], env)
  expect([after.code, after.stderr]).toEqual([77, expect.stringContaining('waymark login')])
  for (const { stdout, stderr } of [signedIn, who, out, signedOut])
    for (const secret of [token, refresh_token]) expect(stdout + stderr).not.toContain(secret)
})

it('renews what ends soon, once for several commands at a time, and notices that it has ended', async () => {
  expect((await login()).code).toBe(0)
  const before = kept()
  const soon = { ...before, token: 'old', expires_at: new Date().toISOString() }
  writeFileSync(file, JSON.stringify({ [`${stack.apiUrl}/`]: soon }))
  const all = await Promise.all([1, 2, 3].map(() => runWaymark(folder, ['whoami'], env)))
  expect(all.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ])
  const renewed = kept()
  expect(renewed.refresh_token).not.toBe(before.refresh_token)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const sessions = await call(stack, '/auth/sessions', { token: workspace.owner.token })
  const { items } = sessions.json<{ items: { id: string; device: string; current: boolean }[] }>()
  const program = items.find(({ device }) => device.startsWith('Waymark command line on '))
  await call(stack, `/auth/sessions/${program?.id}`, { method: 'DELETE', token: workspace.owner.token })
  writeFileSync(
    file,
    JSON.stringify({ [`${stack.apiUrl}/`]: { ...renewed, expires_at: new Date().toISOString() } }),
  )
  const ended = await runWaymark(folder, ['whoami'], env)
  expect([ended.code, ended.stderr]).toEqual([77, expect.stringContaining('has ended')])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({})
})

it('says that it was refused', async () => {
  const { code, stdout } = await login(false)
  expect(code).toBe(77)
  expect(JSON.parse(stdout).error.message).toContain('It was refused in the browser.')
})

it('answers in the words of RFC 8628, as problems', async () => {
  const started = await call(stack, '/auth/device', {
    json: { machine: 'ada-laptop', workspace: workspace.slug },
  })
  expect(started.status).toBe(200)
  const { device_code, user_code, ...asked } = started.json<Record<string, string>>()
  expect(asked).toMatchObject({ expires_in: 600, interval: 2 })
  expect(asked.verification_uri_complete).toMatch(
    new RegExp(`//${workspace.slug}\\..*/device\\?code=${user_code}$`),
  )
  const poll = async (json: unknown) => {
    const { status, json: body } = await call(stack, '/auth/device/token', { json })
    const { type, error } = body<{ type: string; error?: string }>()
    return [status, type, error]
  }
  expect(await poll({ device_code })).toEqual([400, 'VALIDATION_ERROR', 'authorization_pending'])
  expect(await poll({ device_code: 'x'.repeat(32) })).toEqual([400, 'VALIDATION_ERROR', 'expired_token'])
  expect(await poll({})).toEqual([400, 'VALIDATION_ERROR', undefined])
  await answer(String(user_code), false)
  expect(await poll({ device_code })).toEqual([400, 'VALIDATION_ERROR', 'access_denied'])
  const nowhere = await call(stack, '/auth/device', {
    json: { machine: 'x', workspace: 'no-such-workspace' },
  })
  expect(nowhere.status).toBe(404)
  const unsaid = await call(stack, '/auth/device', { json: { machine: 'x' } })
  expect(unsaid.status).toBe(400)
})
