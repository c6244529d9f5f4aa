// `waymark push` against a strict server: what it sends, what it does when that fails, and what it says.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { branchOf } from '../../cli/push/origin.ts'
import { type PushServer, problem, startPushServer, TOKEN } from '../support/push-server.ts'
import { runWaymark } from '../support/waymark-command.ts'

let folder: string
let server: PushServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-push-'))
  server = await startPushServer()
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const api = 'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\npaths: {}\n'

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function push(args: string[] = [], env: Record<string, string> = {}) {
  return runWaymark(folder, ['push', ...args], { WAYMARK_CI_TOKEN: TOKEN, WAYMARK_URL: server.url, ...env })
}

function git(...args: string[]): string {
  const person = ['-c', 'user.name=P', '-c', 'user.email=p@example.com']
  return execFileSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8' }).trim()
}

/** The paths that a dry run would send. */
async function chosen(args: string[] = []): Promise<string[]> {
  const { stdout } = await push(['--dry-run', '--json', ...args])
  return JSON.parse(stdout).files.map(({ path }: { path: string }) => path)
}

describe('the files of a push', () => {
  it('are those that documentation is made of, and no others', async () => {
    write({
      'api.yaml': api,
      'models/pet.json': '{"type": "object"}',
      'docs/welcome.md': '# Welcome',
      'docs/cat.png': 'a cat',
      '.stoplight/styleguide.json': '{"rules": {}}',
      '.spectral.yaml': 'rules: {}',
      'toc.json': '{"items": []}',
      'broken.yaml': 'openapi: [',
      'package-lock.json': '{"lockfileVersion": 3}',
      'production.yaml': 'database: { password: secret }',
      'src/main.ts': 'export {}',
      'node_modules/a/openapi.yaml': api,
      '.github/workflows/ci.yaml': 'on: push',
    })
    expect(await chosen()).toEqual([
      '.spectral.yaml',
      '.stoplight/styleguide.json',
      'api.yaml',
      'broken.yaml',
      'docs/cat.png',
      'docs/welcome.md',
      'models/pet.json',
      'toc.json',
    ])
  })

  it('are not what cannot be read, unless it shows that it is of the project or is asked for', async () => {
    const template = 'password: {{ .Values.password }}\n{{- end }}\n'
    write({
      'chart/secret.yaml': template,
      'settings.json': '{"password": "x"',
      'reference/broken.yaml': template,
      'claims.json': '{"openapi": "3.1.0",',
      'api.yaml': `${api}components: { schemas: { A: { $ref: "./parts/broken.yaml" } } }\n`,
      'parts/broken.yaml': template,
    })
    const kept = ['api.yaml', 'claims.json', 'parts/broken.yaml', 'reference/broken.yaml']
    const { stdout, stderr } = await push(['--dry-run', '--json'])
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual(kept)
    expect(JSON.parse(stdout).left_out).toEqual(['chart/secret.yaml', 'settings.json'])
    expect(stderr).toContain('Not sent, because they cannot be read: chart/secret.yaml, settings.json.')
    expect(await chosen(['--unreadable'])).toEqual([...kept, 'chart/secret.yaml', 'settings.json'].sort())
    write({ '.stoplight.json': '{"formats": {"openapi": {"rootDir": "chart"}}}' })
    expect(await chosen()).toEqual(expect.arrayContaining(['chart/secret.yaml']))
    expect(await chosen()).not.toContain('settings.json')
  })

  it('are not those whose names no branch can hold, which keep no other away', async () => {
    write({ 'api.yaml': api, 'docs/a\u200b.md': '# Unseen' })
    writeFileSync(
      Buffer.concat([Buffer.from(join(folder, 'docs/caf')), Buffer.from([0xe9]), Buffer.from('.md')]),
      '#',
    )
    mkdirSync(Buffer.concat([Buffer.from(join(folder, 'old')), Buffer.from([0xff])]))
    const { stdout, stderr, code } = await push(['--dry-run', '--json'])
    expect(JSON.parse(stdout).files.map(({ path }: { path: string }) => path)).toEqual(['api.yaml'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/Not sent, because no branch can hold such names: .*docs\/caf/)
  })

  // Root reads every folder.
  it.skipIf(process.getuid?.() === 0)('end where a folder is closed, unless Git ignores it', async () => {
    write({ 'api.yaml': api, 'closed/b.yaml': api })
    chmodSync(join(folder, 'closed'), 0o000)
    const { code, stderr } = await push(['--dry-run'])
    expect([code, stderr]).toEqual([
      66,
      expect.stringMatching(/The folder .*closed cannot be read \(EACCES\)/),
    ])
    write({ '.gitignore': 'closed/\n' })
    expect(await chosen()).toEqual(['api.yaml'])
    chmodSync(join(folder, 'closed'), 0o700)
  })

  it('are those of .stoplight.json, with what they refer to wherever it lies', async () => {
    const referring = `${api}components: { schemas: { A: { $ref: "../shared/a%20b.yaml#/A" } } }\n`
    write({
      '.stoplight.json': JSON.stringify({
        formats: {
          openapi: { rootDir: 'reference', include: ['reference/**'], exclude: ['reference/old'] },
          json_schema: null,
          markdown: { rootDir: 'docs' },
        },
        exclude: ['shared'],
      }),
      'reference/api.yaml': referring,
      'reference/old/api.yaml': api,
      'elsewhere.yaml': api,
      'pet.json': '{"type": "object"}',
      'shared/a b.yaml': 'A: { $ref: "./b.yaml" }',
      'shared/b.yaml': 'type: string',
      'shared/unused.yaml': 'type: string',
      'docs/a.md': '# A',
      'README.md': '# Not of the docs',
    })
    expect(await chosen()).toEqual([
      '.stoplight.json',
      'docs/a.md',
      'reference/api.yaml',
      'shared/a b.yaml',
      'shared/b.yaml',
    ])
  })

  it('are not what Git ignores, in folders below and by rules above; nor what links lead to', async () => {
    write({
      '.gitignore': '*.local.yaml\n/build/\n',
      'api.yaml': api,
      'secret.local.yaml': api,
      'build/api.yaml': api,
      'project/.gitignore': '!kept.local.yaml\ndrafts\n',
      'project/api.yaml': api,
      'project/kept.local.yaml': api,
      'project/other.local.yaml': api,
      'project/drafts/api.yaml': api,
      'project/build/api.yaml': api,
    })
    git('init', '-q')
    symlinkSync('/etc/passwd', join(folder, 'project/passwd.md'))
    symlinkSync(folder, join(folder, 'project/up'))
    const inProject = ['api.yaml', 'build/api.yaml', 'kept.local.yaml']
    expect(await chosen()).toEqual(['api.yaml', ...inProject.map((path) => `project/${path}`)])
    expect(await chosen(['--directory', 'project'])).toEqual(inProject)
    const listed = git('ls-files', '-co', '--exclude-standard').split('\n')
    for (const path of inProject) expect(listed).toContain(`project/${path}`)
    expect(listed).not.toContain('project/other.local.yaml')
  })

  it('are never sent beyond the limits', async () => {
    const tooMany = Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`docs/${n}.md`, '']))
    write(tooMany)
    const many = await push()
    expect([many.code, many.stderr]).toEqual([
      65,
      expect.stringContaining('These are 5,001 files; a push has 5,000'),
    ])
    rmSync(join(folder, 'docs'), { recursive: true })
    write({ 'big.png': 'x'.repeat(50 * 2 ** 20), 'api.yaml': api })
    const big = await push()
    expect([big.code, big.stderr]).toEqual([65, expect.stringContaining('The largest is big.png (50 MB)')])
    rmSync(join(folder, 'big.png'))
    rmSync(join(folder, 'api.yaml'))
    symlinkSync('loop', join(folder, 'loop'))
    const unreadable = await push(['--directory', 'loop'])
    expect([unreadable.code, unreadable.stderr]).toEqual([
      66,
      expect.stringContaining('cannot be read (ELOOP)'),
    ])
    const none = await push()
    expect([none.code, none.stderr]).toEqual([66, expect.stringContaining('There is nothing to push')])
    expect((await push(['--directory', 'nowhere'])).code).toBe(66)
    expect(server.calls).toEqual([])
  })
})

describe('the branch of a push', () => {
  beforeEach(() => write({ 'api.yaml': api }))
  const branch = async () => JSON.parse((await push(['--dry-run', '--json'])).stdout)

  it('is what is checked out, of the commit as long as nothing was changed', async () => {
    expect(await branch()).toMatchObject({ branch: 'main', commit: null })
    git('init', '-q', '-b', 'feature/pets')
    expect(await branch()).toMatchObject({ branch: 'feature/pets', commit: null })
    git('add', '.')
    git('commit', '-qm', 'A')
    expect(await branch()).toMatchObject({ branch: 'feature/pets', commit: git('rev-parse', 'HEAD') })
    write({ 'api.yaml': `${api}# changed\n` })
    expect(await branch()).toMatchObject({ branch: 'feature/pets', commit: null })
  })

  it('is what a pipeline says where a commit is checked out, and never guessed', async () => {
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'A')
    git('checkout', '-q', '--detach')
    const pipelines: [Record<string, string>, string][] = [
      [{ GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'a/b' }, 'a/b'],
      [{ GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: '12/merge', GITHUB_HEAD_REF: 'mine' }, 'mine'],
      [{ CI_COMMIT_BRANCH: 'lab' }, 'lab'],
      [{ CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'merged' }, 'merged'],
      [{ BITBUCKET_BRANCH: 'bucket' }, 'bucket'],
      [{ BUILD_SOURCEBRANCH: 'refs/heads/azure/x' }, 'azure/x'],
      [{ BUILD_SOURCEBRANCH: 'refs/pull/1/merge', SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/pr' }, 'pr'],
    ]
    for (const [env, name] of pipelines) expect(branchOf(folder, env)).toBe(name)
    for (const env of [{ GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1' }, { CI_COMMIT_TAG: 'v1' }])
      expect(() => branchOf(folder, env)).toThrow('A commit is checked out here')
    const refused = await push()
    expect([refused.code, refused.stderr]).toEqual([64, expect.stringContaining('--branch NAME')])
  })
})

describe('a push', () => {
  beforeEach(() => write({ 'api.yaml': api, 'docs/a.md': '# A', 'docs/same.md': '# A' }))

  it('sends what is missing in one upload, and says what the analysis found and where', async () => {
    const warning = {
      level: 'warn',
      message: 'The reference leads nowhere\u001b[2J.',
      rule: 'unresolved-ref',
      path: 'api.yaml',
      line_number: 3,
      column_number: 8,
    }
    server.task.unshift({
      status: 'running',
      payload: { progress: { phase: 'parse', done: 1, total: 2 } },
      lines: [],
    })
    server.task[1] = { ...server.task[1], lines: [warning] }
    const first = await push()
    expect(first).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'Pushed 3 files to Pets in Acme, branch main: 2 sent (64 bytes).\n' +
        'api.yaml:3:8: warning: The reference leads nowhere. (unresolved-ref)\n' +
        'The docs are up to date. Found: 2 http_operation.\n',
    })
    expect(server.calls).toEqual(['POST push/manifest', 'POST push', 'GET tasks', 'GET tasks'])
    write({ 'docs/a.md': '# Changed' })
    const second = JSON.parse((await push(['--json', '--branch', 'other'])).stdout)
    expect(second).toMatchObject({ branch: 'other', sent: { files: 1, bytes: 9 }, status: 'success' })
    expect(second.findings).toEqual([
      {
        level: 'warn',
        file: 'api.yaml',
        line: 3,
        column: 8,
        rule: 'unresolved-ref',
        message: warning.message,
      },
    ])
    expect(server.uploads).toEqual([['api.yaml', 'docs/a.md', 'docs/same.md'], ['docs/a.md']])
  })

  it('ends as its analysis ends', async () => {
    const error = { message: 'The file is too large.', file: 'api.yaml', line: 1, column: 2 }
    server.task = [{ status: 'failed', payload: { error }, lines: [] }]
    const failed = await push()
    expect(failed.code).toBe(65)
    expect(failed.stdout).toContain('The analysis failed. api.yaml:1:2: The file is too large.\n')
    server.task = [{ status: 'running', payload: {}, lines: [] }]
    const late = await push(['--timeout', '0'])
    expect([late.code, late.stdout]).toEqual([75, expect.stringContaining('still running: task job-1')])
    server.calls.length = 0
    expect((await push(['--no-wait'])).code).toBe(0)
    expect(server.calls).not.toContain('GET tasks')
  })

  it.each([{}, { status: 'running' }, { status: 'running', payload: {} }])(
    'says so where its task is none of ours: %j',
    async (body) => {
      server.spoiled.set('GET tasks', [{ status: 200, body }])
      const { code, stderr } = await push()
      expect([code, stderr]).toEqual([69, expect.stringContaining('does not answer like a Waymark server')])
    },
  )

  it('sends nothing in a dry run, which needs no server to say what there is', async () => {
    const asked = await push(['--dry-run'])
    expect(asked.stdout).toContain('send api.yaml (61 bytes)\n')
    expect(asked.stdout).toContain('3 files (67 bytes) would be sent to Pets in Acme, branch main.')
    expect(server.calls).toEqual(['POST push/manifest'])
    const alone = await push(['--dry-run'], { WAYMARK_CI_TOKEN: '', WAYMARK_URL: '' })
    expect([alone.code, alone.stdout]).toEqual([
      0,
      expect.stringContaining('3 files (67 bytes) would be sent'),
    ])
  })

  it('tries again what failed for a moment, from the question what is missing', async () => {
    const later = (status: number) => ({
      status,
      headers: { 'retry-after': '0' },
      body: problem(status, 'Not now.'),
    })
    server.spoiled.set('POST push/manifest', [later(429)])
    server.spoiled.set('POST push', [later(503)])
    server.spoiled.set('GET tasks', ['reset'])
    const { code, stderr } = await push()
    expect(code).toBe(0)
    expect(stderr.match(/Not now\. Trying again in 0 s/g)).toHaveLength(2)
    expect(stderr).toContain('broke off')
    expect(server.calls).toEqual([
      ...['POST push/manifest', 'POST push/manifest', 'POST push', 'POST push/manifest', 'POST push'],
      ...['GET tasks', 'GET tasks'],
    ])
  })

  it.each([
    [
      'a refused token',
      { status: 401, body: problem(401, 'The token is not valid.') },
      77,
      'Check that the token is whole',
    ],
    [
      'a refusal',
      { status: 409, body: problem(409, 'It comes from Git.') },
      65,
      'The server refuses (409): It comes from Git.',
    ],
    ['no Waymark', { status: 404, body: '<html>' }, 69, 'does not answer like a Waymark server (404)'],
    ['no JSON', { status: 200, body: '<html>' }, 69, 'does not answer like a Waymark server (200)'],
    ['null', { status: 200, body: 'null' }, 69, 'does not answer like a Waymark server (200)'],
    ['a list', { status: 200, body: '[]' }, 69, 'does not answer like a Waymark server (200)'],
    [
      'JSON of another server',
      { status: 200, body: { missing: 'x', job_id: 5 } },
      69,
      'does not answer like a Waymark server (200)',
    ],
    [
      'another address',
      { status: 302, headers: { location: 'http://127.0.0.1:9/x' } },
      64,
      'give --url http://127.0.0.1:9.',
    ],
    [
      'a long wait',
      { status: 429, headers: { 'retry-after': '3600' }, body: problem(429, 'Too many.') },
      75,
      'Too many.',
    ],
    [
      'an echo',
      { status: 400, body: problem(400, `Bearer ${TOKEN} is odd.`) },
      65,
      'Bearer (the token) is odd.',
    ],
  ])('ends at once with %s', async (_name, answer, code, said) => {
    server.spoiled.set('POST push/manifest', [answer])
    const ended = await push()
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(said)])
    expect(server.calls).toHaveLength(1)
    expect(ended.stderr + ended.stdout).not.toContain(TOKEN)
    expect(ended.stderr).not.toMatch(/\n\s+at /)
  })

  it.each([
    ['no token', { WAYMARK_CI_TOKEN: '' }, [], 'There is no token.'],
    ['a broken token', { WAYMARK_CI_TOKEN: `${TOKEN}\n${TOKEN}` }, [], 'is no ci token'],
    ['a token of another kind', { WAYMARK_CI_TOKEN: TOKEN.replace('wmci', 'wmk') }, [], 'is no ci token'],
    ['no address', { WAYMARK_URL: '' }, [], 'It is not said which server'],
    ['an address that is none', { WAYMARK_URL: 'acme' }, [], 'is no http(s) address'],
    [
      'a password in the address',
      { WAYMARK_URL: 'https://a:b@acme.example' },
      [],
      'holds a name or a password',
    ],
    ['an argument too many', {}, [TOKEN], 'too many arguments'],
    ['an odd time-out', {}, ['--timeout', 'soon'], 'Give seconds'],
  ])('is refused with %s, before anything is asked', async (_name, env, args, said) => {
    const ended = await push(args, env)
    expect([ended.code, ended.stderr]).toEqual([64, expect.stringContaining(said)])
    expect(server.calls).toEqual([])
    expect(ended.stderr + ended.stdout).not.toContain(TOKEN.slice(5))
  })
})

it('runs no program that a repository inside the folder names', async () => {
  write({ 'reference/api.yaml': api })
  git('init', '--quiet', '--bare', 'inner')
  const inner = (...args: string[]) => git('--git-dir=inner', ...args)
  const mark = join(folder, 'ran')
  inner('config', 'core.bare', 'false')
  inner('config', 'core.worktree', '.')
  inner('config', 'core.fsmonitor', `touch ${mark}; false`)
  write({ 'inner/api.yaml': api })
  execFileSync('git', ['add', 'api.yaml'], { cwd: join(folder, 'inner') })
  rmSync(mark, { force: true })
  await push(['--dry-run', '--directory', 'inner'])
  expect(existsSync(mark)).toBe(false)
})

it('runs no program that the repository of the folder would fetch with', async () => {
  const mark = join(folder, 'ran')
  write({ 'reference/api.yaml': api })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@a.test', 'commit', '--quiet', '-m', 'a')
  const tree = git('rev-parse', 'HEAD^{tree}').trim()
  rmSync(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)))
  rmSync(join(folder, '.git/index'))
  for (const [name, value] of [
    ['core.repositoryformatversion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', folder],
    ['remote.origin.uploadpack', `touch ${mark}; false`],
    ['protocol.file.allow', 'always'],
  ] as const)
    git('config', name, value)
  await push(['--dry-run'])
  expect(existsSync(mark)).toBe(false)
})

it('runs no filter that the repository of the folder names', async () => {
  const mark = join(folder, 'ran')
  git('init', '--quiet')
  write({ 'reference/api.yaml': api, '.gitattributes': '* filter=evil' })
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@a.test', 'commit', '--quiet', '-m', 'a')
  git('config', 'filter.evil.clean', `touch ${mark}; cat`)
  write({ 'reference/api.yaml': `${api}\n` })
  await push(['--dry-run'])
  expect(existsSync(mark)).toBe(false)
})
