// The npm package `waymark`: packed from here, installed in an empty folder without a network, and run there.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tarball } from '../../cli/tarball.ts'

const source = resolve(import.meta.dirname, '../../cli')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-package-'))
  npm(source, 'pack', '--pack-destination', folder)
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', `./${archive}`)
}, 120_000)
it('is what the app serves for npx to run', async () => {
  const other = join(folder, 'served')
  mkdirSync(other)
  writeFileSync(join(other, 'waymark.tgz'), await tarball())
  writeFileSync(join(other, 'package.json'), '{"private": true}')
  npm(other, 'install', '--offline', '--no-audit', '--no-fund', './waymark.tgz')
  const files = (root: string) => readdirSync(join(root, 'node_modules/waymark'), { recursive: true }).sort()
  expect(files(other)).toEqual(files(folder))
  for (const file of ['package.json', 'bin/waymark.mjs', 'README.md', 'LICENSE'])
    expect(readFileSync(join(other, 'node_modules/waymark', file))).toEqual(
      readFileSync(join(folder, 'node_modules/waymark', file)),
    )
  const started = spawnSync(join(other, 'node_modules/.bin/waymark'), ['--version'], { encoding: 'utf8' })
  expect(started.stdout).toBe('0.1.0\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs npm as from a shell of its own: what `npm test` has set is not for it. */
function npm(cwd: string, ...args: string[]): void {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
  execFileSync('npm', args, { cwd, env: { ...env, npm_config_cache: join(folder, '.npm') }, stdio: 'pipe' })
}

function waymark(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'node_modules/.bin/waymark'), ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder } },
  )
  return { status, stdout, stderr }
}

const api = (type: string) =>
  `openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths:\n  /pets:\n    get:\n      parameters: [{ name: n, in: query, schema: { type: ${type} } }]\n      responses: { "200": { description: ok } }\n`

it('says what it can do', () => {
  const { status, stdout, stderr } = waymark('--help')
  expect([status, stderr]).toEqual([0, ''])
  for (const command of ['diff', 'lint', 'push', 'export', 'open', 'login', 'logout', 'whoami', 'completion'])
    expect(stdout).toContain(command)
})

it('compares descriptions, and chooses what it would push', () => {
  writeFileSync(join(folder, 'old.yaml'), api('string'))
  writeFileSync(join(folder, 'new.yaml'), api('integer'))
  const { status, stdout, stderr } = waymark('diff', 'old.yaml', 'new.yaml', '--json')
  expect([status, stderr]).toEqual([3, ''])
  expect(JSON.parse(stdout)).toMatchObject({ level: 'major' })
  const pushed = waymark('push', '--dry-run', '--json')
  expect(JSON.parse(pushed.stdout).files.map(({ path }: { path: string }) => path)).toEqual([
    'new.yaml',
    'old.yaml',
  ])
})

it('lints by a ruleset', () => {
  writeFileSync(join(folder, 'new.yaml'), api('integer'))
  writeFileSync(
    join(folder, 'rules.yaml'),
    'extends: [[spectral:oas, off]]\nrules: { info-contact: error }\n',
  )
  const { status, stdout, stderr } = waymark('lint', 'new.yaml', '--ruleset', 'rules.yaml', '--json')
  expect([status, stderr]).toEqual([1, ''])
  expect(JSON.parse(stdout)).toMatchObject([{ code: 'info-contact', source: 'new.yaml' }])
})

it('needs no other package, says its licences, and tells nothing of where it was made', () => {
  const root = join(folder, 'node_modules')
  expect(readdirSync(root).filter((name) => !name.startsWith('.'))).toEqual(['waymark'])
  const manifest = JSON.parse(readFileSync(join(root, 'waymark/package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    license: 'Apache-2.0',
    engines: { node: expect.stringContaining('20.19') },
  })
  expect([manifest.private, manifest.dependencies]).toEqual([undefined, undefined])
  expect(readdirSync(join(root, 'waymark')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin',
    'dist',
    'package.json',
  ])
  const code = readFileSync(join(root, 'waymark/dist/main.mjs'), 'utf8')
  expect(code).not.toContain(resolve(source, '..'))
  const imported = [...code.matchAll(/^import [^;]*?["']([^"']+)["'];?$/gm)].map(([, name = '']) => name)
  expect(imported).toContain('node:fs')
  expect(imported.filter((name) => !isBuiltin(name))).toEqual([])
  expect(readFileSync(join(root, 'waymark/dist/licenses.md'), 'utf8')).toContain('commander')
  // What packing made in the sources is gone.
  expect(readdirSync(source)).not.toContain('dist')
})
