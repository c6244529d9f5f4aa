// `waymark export` and `waymark open` without an instance: what they refuse, and what is left where it goes wrong.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inFormat, nodeData } from '../../cli/export/formats.ts'
import { runWaymark } from '../support/waymark-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-export-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const token = `wmk_${'a'.repeat(43)}`

describe('waymark export', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  it('leaves no half a file where the answer breaks off', async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    writeFileSync(join(folder, 'all.zip'), 'the one before')
    const args = ['export', 'cHJqOjE', '--branch', 'main', '--output', 'all.zip', '--url', url]
    const { code, stderr } = await runWaymark(folder, args, { WAYMARK_TOKEN: token })
    expect([code, stderr]).toEqual([69, expect.stringContaining('broke off')])
    expect(readFileSync(join(folder, 'all.zip'), 'utf8')).toBe('the one before')
    expect(readdirSync(folder)).toEqual(['all.zip'])
  })

  it.each([
    [['--format', 'json'], 'All files of a branch are an archive'],
    [['--bundled', '--format', 'yaml'], 'All files of a branch are an archive'],
    [['--node', 'b', '--dereferenced'], 'cannot be used with'],
    [['--path', 'a', '--node', 'b'], 'cannot be used with'],
    [['--token', 'wmci_aaaaaaaaaaaaaaaaaaaaaaaa'], 'is no workspace token'],
    [[], 'There is no token'],
  ])('refuses %j', async (args, said) => {
    const ended = await runWaymark(folder, ['export', 'cHJqOjE', '--url', 'http://127.0.0.1:9', ...args])
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([64, '', expect.stringContaining(said)])
  })

  it.each([
    [[], 'An archive is nothing to read.'],
    [['--path', 'a.yaml', '--format', 'yaml'], 'YAML is no JSON.'],
    [['--node', 'b', '--dereferenced'], 'cannot be used with'],
  ])('says as JSON why it refuses --json %j', async (args, said) => {
    const ended = await runWaymark(folder, ['export', 'cHJqOjE', '--json', ...args], { WAYMARK_TOKEN: token })
    expect([ended.code, ended.stderr]).toEqual([64, ''])
    expect(JSON.parse(ended.stdout)).toEqual({
      error: {
        message: expect.stringContaining(said),
        advice: expect.any(String),
        exit_code: 64,
      },
    })
  })

  it('prints nothing but the error of a JSON that breaks off', async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"half":')
      setImmediate(() => response.destroy())
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const args = [
      'export',
      'cHJqOjE',
      '--branch',
      'main',
      '--path',
      'a.json',
      '--bundled',
      '--json',
      '--url',
      url,
    ]
    const { code, stdout } = await runWaymark(folder, args, { WAYMARK_TOKEN: token })
    expect([code, JSON.parse(stdout).error.exit_code]).toEqual([69, 69])
  })

  it.each([
    ['--format', 'yaml'],
    ['--json', '--output=out'],
  ])('says of an article that %s is no form for it, not where its YAML is wrong', async (...form) => {
    server = createServer((_request, response) => response.end('# Pets\n\n![The logo](logo.png)\n'))
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const args = ['export', 'cHJqOjE', '--branch', 'main', '--path', 'docs/pets.md', '--url', url, ...form]
    const ended = await runWaymark(folder, args, { WAYMARK_TOKEN: token })
    expect(ended.code).toBe(65)
    const said = ended.stdout ? JSON.parse(ended.stdout).error : ended.stderr
    expect(JSON.stringify(said)).toContain('docs/pets.md is neither JSON nor YAML.')
    expect(JSON.stringify(said)).toContain('Without --format and --json it comes as it was written.')
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })

  it('keeps numbers as they were written', () => {
    const text = 'big: 9223372036854775807\nsmall: 0.1234567890123456789\ntext: "12"\n'
    const json = '{\n  "big": 9223372036854775807,\n  "small": 0.1234567890123456789,\n  "text": "12"\n}\n'
    expect(inFormat(text, 'a.yaml', 'json')).toBe(json)
    expect(inFormat(json, 'a.json', 'yaml')).toBe(
      "big: 9223372036854775807\nsmall: 0.1234567890123456789\ntext: '12'\n",
    )
    expect(nodeData('{"data": {"a": 9223372036854775807}, "slug": "x"}', 'yaml')).toBe(
      'a: 9223372036854775807\n',
    )
  })
})

describe('a command that is not told which server', () => {
  const keep = (...addresses: string[]) => {
    mkdirSync(join(folder, 'waymark'))
    const logins = Object.fromEntries(addresses.map((address) => [address, {}]))
    writeFileSync(join(folder, 'waymark', 'logins.json'), JSON.stringify(logins))
  }
  const ended = () => runWaymark(folder, ['whoami'], { XDG_CONFIG_HOME: folder })

  it('names the way to sign in', async () => {
    const { code, stderr } = await ended()
    expect([code, stderr]).toEqual([64, expect.stringContaining('waymark login --url')])
  })

  it('names the servers that somebody is signed in to', async () => {
    keep('https://a.example.com/', 'https://b.example.com/')
    const { code, stderr } = await ended()
    expect([code, stderr]).toEqual([
      64,
      expect.stringContaining('https://a.example.com/, https://b.example.com/'),
    ])
  })
})

describe('waymark open', () => {
  const url = 'https://acme.example.com/'

  it('hands the address of the docs to the system', async () => {
    const opener = join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open')
    const noted = join(folder, 'noted')
    writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > '${noted}.part' && mv '${noted}.part' '${noted}'\n`)
    chmodSync(opener, 0o755)
    const env = { PATH: `${folder}:${process.env.PATH}`, WAYMARK_URL: url }
    const { code, stdout } = await runWaymark(folder, ['open', 'to do$(x)', '--branch', 'a/b'], env)
    const address = 'https://acme.example.com/docs/to%20do$(x)/branches/a%2Fb'.replace('$', '%24')
    expect([code, stdout]).toEqual([0, `${address}\n`])
    await vi.waitFor(() => expect(existsSync(noted)).toBe(true), { timeout: 15_000 })
    expect(readFileSync(noted, 'utf8')).toBe(address)
  })

  it('says the address where there is nothing that opens it, and where that is all that is asked for', async () => {
    const closed = await runWaymark(folder, ['open', 'todos', '--url', url], { PATH: folder })
    expect([closed.code, closed.stdout]).toEqual([0, 'https://acme.example.com/docs/todos\n'])
    expect(closed.stderr).toContain('open the address yourself')
    const printed = await runWaymark(folder, ['open', 'todos', '--url', url, '--json'], { PATH: folder })
    expect(printed).toEqual({
      code: 0,
      stdout: '{"url":"https://acme.example.com/docs/todos"}\n',
      stderr: '',
    })
  })
})
