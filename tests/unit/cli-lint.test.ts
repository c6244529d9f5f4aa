// `waymark lint` as a pipeline runs it: what it says in each format, how it ends, and what it does not touch.
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runWaymark } from '../support/waymark-command.ts'

const fixtures = resolve(import.meta.dirname, '../fixtures/lint')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-lint-'))
  cpSync(fixtures, folder, { recursive: true })
  const rule =
    '{ given: $.info.title, severity: warn, message: "Too <loud>: {{value}}", then: { function: falsy } }'
  writeFileSync(join(folder, 'rules.yaml'), `rules:\n  quiet: ${rule}\n`)
  writeFileSync(join(folder, 'bad.yaml'), 'rules:\n  mine: { given: $, then: { function: fetch } }\n')
  writeFileSync(join(folder, 'a.yaml'), 'openapi: 3.0.0\ninfo:\n  title: "A%,b:\\u001b[31m"\n')
  for (const clean of ['clean.yaml', 'also-clean.yaml'])
    writeFileSync(join(folder, clean), 'openapi: 3.0.0\ninfo: {}\n')
  writeFileSync(join(folder, 'leak.yaml'), 'info: { title: { $ref: "../outside.yaml" } }\n')
})

afterAll(() => rmSync(folder, { recursive: true }))

const lint = (...args: string[]) => runWaymark(folder, ['lint', ...args])

describe('waymark lint', () => {
  it('says what it finds, with its place, and ends by the severity that was asked for', async () => {
    const { code, stdout, stderr } = await lint('a.yaml', '-r', 'rules.yaml')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('  3:10      warn   Too <loud>: A%,b:')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toMatch(/\n1 warning in 1 file\.\n$/)
    const strict = await lint('a.yaml', '-r', 'rules.yaml', '--fail-severity', 'warn')
    expect(strict.code).toBe(1)
  })

  it('writes what programs read', async () => {
    const said = (format: string) => lint('a.yaml', '-r', 'rules.yaml', '-f', format)
    const [json, sarif, junit, github] = await Promise.all(['json', 'sarif', 'junit', 'github'].map(said))
    expect(JSON.parse(json?.stdout ?? '')).toEqual([
      expect.objectContaining({ code: 'quiet', severity: 1, path: ['info', 'title'], source: 'a.yaml' }),
    ])
    expect(JSON.parse(sarif?.stdout ?? '')).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'Waymark', rules: [{ id: 'quiet' }] } },
          results: [
            {
              ruleId: 'quiet',
              ruleIndex: 0,
              level: 'warning',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'a.yaml' },
                    region: { startLine: 3, startColumn: 10 },
                  },
                },
              ],
            },
          ],
        },
      ],
    })
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(junit?.stdout ?? '')
    expect(testsuites['@_failures']).toBe('1')
    expect(testsuites.testsuite.testcase.failure['@_message']).toContain('Too <loud>')
    expect(github?.stdout).toMatch(
      /^::warning file=a\.yaml,line=3,col=10,title=quiet::Too <loud>: A%25,b:[^\n]*\n$/,
    )
  })

  it('counts every case of every file for build servers', async () => {
    const said = async (...files: string[]) => {
      const { stdout } = await lint(...files, '-r', 'rules.yaml', '-f', 'junit')
      const suites = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'testsuite' })
      const { testsuites } = suites.parse(stdout)
      const inSuites = testsuites.testsuite.map((suite: Record<string, string>) => Number(suite['@_tests']))
      return [Number(testsuites['@_tests']), Number(testsuites['@_failures']), ...inSuites]
    }
    expect(await said('clean.yaml', 'also-clean.yaml')).toEqual([2, 0, 1, 1])
    expect(await said('a.yaml', 'clean.yaml')).toEqual([2, 1, 1, 1])
  })

  it('takes patterns and standard input, and the ruleset of the folder', async () => {
    const { stdout } = await lint(
      'texts/*.{yaml,json}',
      '-r',
      'rules.yaml',
      '--json',
      '--ignore-unknown-format',
    )
    const sources = JSON.parse(stdout).map(({ source }: { source: string }) => source)
    expect(sources).toEqual(expect.arrayContaining(['texts/legacy.json', 'texts/pets.yaml']))
    const recommended = await lint('texts/pets.yaml', '--json')
    expect(recommended.code).toBe(1)
    expect(recommended.stdout).toContain('"oas3-valid-media-example"')
  })

  it.each([
    [
      ['a.yaml', '-r', 'bad.yaml'],
      65,
      /Invalid Spectral Ruleset Provided\. bad\.yaml:2:\d+: rule "mine": There is no function "fetch"\./,
    ],
    [['none.yaml'], 66, /There is no file none\.yaml\./],
    [['none-*.yaml'], 66, /There is no file none-\*\.yaml\./],
    [['texts'], 66, /texts is a folder\./],
    [[], 64, /There is nothing to lint\./],
    [['a.yaml', '--stdin'], 64, /Standard input is linted alone\./],
  ])('%j ends with %i and says why', async (args, code, message) => {
    const ended = await lint(...args)
    expect([ended.code, ended.stdout]).toEqual([code, ''])
    expect(ended.stderr).toMatch(message)
  })

  it('reads nothing outside the folders of what it was given', async () => {
    const { stdout } = await lint('leak.yaml', '-r', 'rules.yaml', '--json')
    expect(stdout).toContain('invalid-ref')
  })
})

describe('the ruleset of a project', () => {
  const rule = (field: string): object =>
    JSON.parse(
      `{"given": "$.info", "severity": "error", "then": {"field": "${field}", "function": "truthy"}}`,
    )
  let server: Server
  let base: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', base)
      const at = (more: string) => `${base}/api/v1/projects/x/spectral.json?token=good${more}`
      const answers: Record<string, object> = {
        '': { extends: [at('&guide=g'), 'spectral:oas'], rules: { own: rule('x-own') } },
        g: {
          extends: [at('&guide=g&path=base.json')],
          rules: { guide: rule('x-guide') },
          overrides: [{ files: ['*.yaml'], rules: { guide: 'hint' } }],
        },
        'g base.json': { rules: { base: rule('x-base') } },
      }
      const key = [url.searchParams.get('guide'), url.searchParams.get('path')].filter(Boolean).join(' ')
      response.statusCode = url.searchParams.get('token') === 'good' ? 200 : 401
      response.end(JSON.stringify(answers[key] ?? {}))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it('holds with its guides and their overrides', async () => {
    const { code, stdout } = await lint(
      'a.yaml',
      '--json',
      '-r',
      `${base}/api/v1/projects/x/spectral.json?token=good`,
    )
    const found: { code: string; severity: number }[] = JSON.parse(stdout)
    const ofOurs = found.filter(({ code: name }) => ['own', 'guide', 'base'].includes(name))
    expect(ofOurs.map(({ code: name, severity }) => [name, severity]).sort()).toEqual([
      ['base', 0],
      ['guide', 3],
      ['own', 0],
    ])
    expect(code).toBe(1)
  })

  it('says what is wrong with the address, and does not show it', async () => {
    const refused = await lint('a.yaml', '-r', `${base}/api/v1/projects/x/spectral.json?token=secret`)
    expect(refused.stderr).toContain('The token in the address is not valid.')
    expect(refused.stderr).not.toContain('secret')
    expect((await lint('a.yaml', '-r', `${base}/elsewhere`)).stderr).toContain(
      'This is no address of a ruleset.',
    )
  })
})
