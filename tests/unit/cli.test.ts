// The real command as a child process, as a person or a pipeline runs it.
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownChanges, knownPair } from '../support/changes/known-changes.ts'

const COMMAND = resolve(import.meta.dirname, '../../cli/bin/waymark.mjs')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-cli-'))
  const { before, after } = knownPair()
  const files = {
    'old.json': before,
    'new.json': after,
    'empty.yaml': '',
    'broken.yaml': 'openapi: 3.0.0\npaths:\n  /a: [\n',
    'list.json': '[]',
    'added.json': described({ '/a': {}, '/b': { get: { responses: {} } } }),
    'base.json': described({ '/a': {} }),
    'removed.json': described({
      '/a': { get: { responses: {}, parameters: [{ name: 'q', in: 'query', schema: {} }] } },
    }),
    'without.json': described({ '/a': { get: { responses: {} } } }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})

afterAll(() => rmSync(folder, { recursive: true }))

function described(paths: object): string {
  return JSON.stringify({ openapi: '3.0.0', info: { title: 'A', version: '1' }, paths })
}

function waymark(args: string[], more: Partial<SpawnSyncOptionsWithStringEncoding> = {}) {
  const env = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, XDG_CACHE_HOME: folder }
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
    ...more,
  })
  return { status, stdout, stderr }
}

describe('with --json', () => {
  it.each<[what: string, args: string[], code: number, message: RegExp]>([
    [
      'a file that is not there',
      ['diff', 'nowhere.json', 'new.json', '--json'],
      66,
      /^There is no file nowhere\.json/,
    ],
    ['a file that is no description', ['diff', 'broken.yaml', 'new.json', '--json'], 65, /^broken\.yaml:/],
    [
      'an option that there is not',
      ['diff', 'old.json', 'new.json', '--json', '--wmci_abc'],
      64,
      /^unknown option '--wmci_…'/,
    ],
  ])('says of %s what is wrong and what to do, as one value', (_what, args, code, message) => {
    const { status, stdout, stderr } = waymark(args)
    expect([status, stderr]).toEqual([code, ''])
    const { error } = JSON.parse(stdout)
    expect(error).toEqual({
      message: expect.stringMatching(message),
      advice: expect.any(String),
      exit_code: code,
    })
    expect(error.advice).not.toBe('')
  })

  it('is no option behind --, where a file may be called so', () => {
    const { status, stdout, stderr } = waymark(['diff', '--', 'nowhere.json', '--json'])
    expect([status, stdout]).toEqual([66, ''])
    expect(stderr).toContain('There is no file')
  })
})

describe('waymark diff', () => {
  it('says every change with its place, what breaks first, and ends with the highest level', () => {
    const { status, stdout, stderr } = waymark(['diff', 'old.json', 'new.json'])
    expect(status).toBe(3)
    expect(stderr).toBe('')
    expect(stdout).toMatch(
      /^Breaking\n {2}major {2}PUT \/copies\/1: The required query parameter “since” was added\.\n/,
    )
    for (const { rule } of knownChanges) expect(stdout).toMatch(new RegExp(`\\.json:\\d+:\\d+ {2}${rule}\\n`))
    expect(stdout).toMatch(/\n50 changes: 26 major, 3 minor, 21 patch\.\n$/)
  })

  it.each([
    [['base.json', 'base.json'], 0],
    [['base.json', 'added.json'], 0],
    [['base.json', 'added.json', '--fail-on', 'patch'], 1],
    [['removed.json', 'without.json'], 2],
    [['removed.json', 'without.json', '--fail-on', 'major'], 0],
    [['removed.json', 'base.json', '--fail-on', 'major'], 3],
  ])('%j ends with %i', (args, code) => {
    expect(waymark(['diff', ...args]).status).toBe(code)
  })

  it('gives JSON for programs', () => {
    const { stdout } = waymark(['diff', 'old.json', 'new.json', '--json'])
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ old: 'old.json', new: 'new.json', level: 'major', truncated: false })
    expect(report.counts).toEqual({ major: 26, minor: 3, patch: 21 })
    expect(report.changes.map(({ rule }: { rule: string }) => rule)).toEqual(
      knownChanges.map(({ rule }) => rule),
    )
    expect(waymark(['diff', 'old.json', 'new.json', '--format', 'json']).stdout).toBe(stdout)
  })

  it('gives annotations for GitHub', () => {
    const { stdout } = waymark(['diff', 'removed.json', 'without.json', '--format', 'github'])
    expect(stdout).toBe(
      '::warning file=removed.json,line=1,col=106,title=request-parameter-removed::GET /a: The query parameter “q” was removed.\n' +
        '1 change: 0 major, 1 minor, 0 patch.\n',
    )
  })

  it('annotates for GitHub no file that is none', () => {
    const said = (args: string[], input: string) =>
      waymark(['diff', ...args, '--format', 'github'], { input: readFileSync(join(folder, input)) }).stdout
    expect(said(['-', 'without.json'], 'removed.json')).toMatch(
      /^::warning file=without\.json,title=request-parameter-removed::/,
    )
    expect(said(['removed.json', '-'], 'without.json')).toMatch(/^::warning file=removed\.json,line=1,/)
    expect(said(['base.json', '-'], 'added.json')).toMatch(/^::notice title=/)
  })

  it('gives Markdown in which what a stranger wrote stays text', () => {
    writeFileSync(
      join(folder, 'markup.json'),
      described({ '/<img>/@all/[x](y)': { get: { responses: {} } } }),
    )
    const { stdout } = waymark(['diff', 'base.json', 'markup.json', '-f', 'markdown'])
    expect(stdout).toContain(
      '### Added\n\n- patch · **GET /&#60;img&#62;/&#64;all/\\[x\\]\\(y\\)**: The operation was added.',
    )
  })

  it('lets no description steer the terminal or write commands of its own', () => {
    writeFileSync(
      join(folder, 'steering.json'),
      described({ '/\u001b[2J\n::error::x': { get: { responses: {} } } }),
    )
    for (const format of ['text', 'markdown', 'github']) {
      const { stdout } = waymark(['diff', 'base.json', 'steering.json', '-f', format])
      expect(stdout).not.toContain('\u001b')
      expect(stdout).not.toMatch(/^::error::x/m)
    }
  })

  it('says once what a shared schema changed for many, and how many', () => {
    const shared = (type: string) =>
      JSON.stringify({
        openapi: '3.0.0',
        info: { title: 'A', version: '1' },
        components: { schemas: { Name: { type } } },
        paths: Object.fromEntries(
          ['/a', '/b', '/c'].map((path) => {
            const content = { 'application/json': { schema: { $ref: '#/components/schemas/Name' } } }
            return [path, { get: { responses: { 200: { description: '', content } } } }]
          }),
        ),
      })
    writeFileSync(join(folder, 'text.json'), shared('string'))
    writeFileSync(join(folder, 'number.json'), shared('number'))
    const { stdout } = waymark(['diff', 'text.json', 'number.json'])
    expect(stdout.match(/changed from/g)?.length).toBe(1)
    expect(stdout).toContain('(and the same 2 times more)')
    expect(stdout).toContain('3 changes: 3 major')
  })

  it('reads one of the two from standard input', () => {
    const { before, after } = knownPair()
    const summary = '50 changes: 26 major, 3 minor, 21 patch.'
    expect(waymark(['diff', '-', 'new.json'], { input: before }).stdout).toContain(summary)
    expect(waymark(['diff', 'old.json', '-'], { input: after }).stdout).toContain(summary)
  })

  it.each([
    [['old.json'], 64, "missing required argument 'new'", 'waymark --help'],
    [['old.json', 'new.json', 'more.json'], 64, 'too many arguments', 'waymark --help'],
    [
      ['old.json', 'new.json', '--fail-on', 'none'],
      64,
      'Allowed choices are patch, minor, major',
      'waymark --help',
    ],
    [['old.json', 'new.json', '--colour'], 64, "unknown option '--colour'", 'waymark --help'],
    [['-', '-'], 64, 'Only one of the two', 'Give a file for the other'],
    [['old.json', 'nowhere.json'], 66, 'There is no file nowhere.json', 'Check the name'],
    [['.', 'new.json'], 66, '. is a folder', 'Give the file in it'],
    [['old.json', 'broken.yaml'], 65, 'broken.yaml:4:1: This is not valid YAML', 'Correct the file'],
    [['old.json', 'empty.yaml'], 65, 'empty.yaml:1:1: The file is empty', 'Correct the file'],
    [['list.json', 'new.json'], 65, 'list.json:1:1: This is a list', 'Correct the file'],
  ])('refuses %j with %i, says why, and what to do next', (args, code, why, advice) => {
    const { status, stdout, stderr } = waymark(['diff', ...args])
    expect({ status, stdout }).toEqual({ status: code, stdout: '' })
    expect(stderr).toContain(why)
    expect(stderr).toContain(advice)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  it('colours only where that is asked for or can be seen', () => {
    const run = (env: Record<string, string>) =>
      waymark(['diff', 'removed.json', 'without.json'], {
        env: { PATH: process.env.PATH, XDG_CACHE_HOME: folder, ...env },
      }).stdout
    expect(run({})).not.toContain('\u001b[')
    expect(run({ FORCE_COLOR: '1' })).toContain('\u001b[')
    expect(run({ NO_COLOR: '1' })).not.toContain('\u001b[')
  })

  it('takes it calmly when nobody reads on', () => {
    const command = `"${process.execPath}" "${COMMAND}" diff old.json new.json --json | head -n 1; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })
    expect(stdout).toMatch(/^\{\n(0|3)\n$/)
    expect(stderr).toBe('')
  })
})

describe('waymark', () => {
  it('says what there is', () => {
    const { status, stdout } = waymark(['--help'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/diff .*<old> <new>/)
    expect(stdout).toContain('completion [options] <shell>')
    expect(waymark(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(waymark(['diff', '--help']).stdout).toContain('Exit codes:')
    expect(waymark(['push-all'])).toMatchObject({ status: 64, stdout: '' })
  })

  it('completes commands, options and their values in bash', () => {
    const complete = (...words: string[]) => {
      const array = words.map((word) => `'${word}'`).join(' ')
      const script = `source <("${process.execPath}" "${COMMAND}" completion bash); COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _waymark; echo "\${COMPREPLY[@]}"`
      return spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).stdout.trim()
    }
    expect(complete('waymark', 'd')).toBe('diff')
    expect(complete('waymark', 'diff', '--fa')).toBe('--fail-on')
    expect(complete('waymark', 'diff', '--format', 'm')).toBe('markdown')
    expect(complete('waymark', 'diff', 'ol')).toBe('old.json')
    expect(complete('waymark', 'completion', 'z')).toBe('zsh')
    expect(complete('waymark', 'p')).toBe('push')
    expect(complete('waymark', 'push', '--dr')).toBe('--dry-run')
    expect(complete('waymark', 'export', '--format', 'y')).toBe('yaml')
    expect(complete('waymark', 'push', '--directory', 'ol')).toBe('old.json')
  })

  it.each([
    ['zsh', '#compdef waymark'],
    ['fish', 'complete -c waymark'],
  ])('knows the words of %s', (shell, start) => {
    const { status, stdout } = waymark(['completion', shell])
    expect(status).toBe(0)
    expect(stdout.startsWith(start)).toBe(true)
    for (const word of ['diff', 'push', 'export', 'open', 'completion', 'fail-on', 'markdown', 'dry-run'])
      expect(stdout).toContain(word)
    const asJson = waymark(['completion', shell, '--json'])
    expect([asJson.status, JSON.parse(asJson.stdout)]).toEqual([0, { shell, script: stdout }])
    const program = ['/usr/bin', '/bin'].map((path) => join(path, shell)).find((path) => existsSync(path))
    const script = join(folder, `completion.${shell}`)
    writeFileSync(script, stdout)
    if (program) expect(spawnSync(program, ['-n', script]).status).toBe(0)
  })

  it('runs as a script of the repository too', () => {
    const root = resolve(import.meta.dirname, '../..')
    const run = spawnSync('npm', ['run', '--silent', 'waymark', '--', '--version'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(run.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
