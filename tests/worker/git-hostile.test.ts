// Repositories and hosts that mean harm, read by the real Git: nothing of this machine comes in, nothing goes out, and
// nothing grows without end.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchBranch } from '../../worker/git/fetch-branch.ts'
import { openRemote } from '../../worker/git/open-remote.ts'
import type { Remote } from '../../worker/git/remote.ts'
import { makeScratch, removeScratch } from '../../worker/git/scratch.ts'
import type { Source } from '../../worker/git/source.ts'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'
import { anApi } from './support/descriptions.ts'

let remote: GitRemote
let repository: Repository
let scratch: string
beforeEach(async () => {
  remote = await startGitRemote()
  repository = remote.repository('parts')
  scratch = await makeScratch()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await removeScratch(scratch)
  await remote.close()
})

const api = { 'reference/parts.json': anApi('v1', 1) }

function fetched(more: Partial<Remote> = {}) {
  return fetchBranch({
    url: repository.url,
    branch: 'main',
    authorization: null,
    pinned: null,
    blobless: false,
    scratch,
    seconds: 60,
    megabytes: 20,
    ...more,
  })
}

const pathsOf = async (more?: Partial<Remote>) => (await fetched(more)).files.map(({ path }) => path)

describe('a repository', () => {
  test('with links out of its tree, submodules and filters is read without them', async () => {
    const trace = join(scratch, 'ran')
    repository.commit({
      ...api,
      'docs/passwd.md': { mode: '120000', content: '/etc/passwd' },
      docs2: { mode: '120000', content: '/etc' },
      'docs/up.md': { mode: '120000', content: '../../../../etc/passwd' },
      '.gitmodules': `[submodule "docs/sub"]\n\tpath = docs/sub\n\turl = ${remote.url}/stolen.git\n\tupdate = !touch ${trace}\n`,
      'docs/sub': { mode: '160000', content: '1'.repeat(40) },
      '.gitattributes': '* filter=lfs diff=lfs text working-tree-encoding=UTF-16\n',
      '.lfsconfig': `[lfs]\n\turl = ${remote.url}/stolen\n`,
      'docs/large.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n',
    })
    expect(await pathsOf()).toEqual(['docs/large.md', 'reference/parts.json'])
    expect(existsSync(trace)).toBe(false)
    expect(remote.requests.filter(({ url }) => url.includes('stolen'))).toEqual([])
  })

  test('with hooks of its own starts none of them', async () => {
    repository.commit(api)
    const trace = join(scratch, 'ran')
    const templates = join(scratch, 'templates')
    execFileSync('mkdir', ['-p', join(templates, 'hooks')])
    for (const name of ['post-checkout', 'reference-transaction', 'post-index-change'])
      writeFileSync(join(templates, 'hooks', name), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 })
    vi.stubEnv('GIT_TEMPLATE_DIR', templates)
    writeFileSync(join(scratch, '.gitconfig'), `[core]\n\thooksPath = ${join(templates, 'hooks')}\n`)
    expect(await pathsOf()).toEqual(['reference/parts.json'])
    expect(existsSync(trace)).toBe(false)
  })

  test('with names that climb, are no text, or are Git’s own loses those files alone', async () => {
    const blob = repository.git(['hash-object', '-w', '--stdin'], '# Outside\n')
    const entry = (mode: string, name: string | Buffer, object: string) =>
      Buffer.concat([
        Buffer.from(`${mode} `),
        Buffer.from(name),
        Buffer.from([0]),
        Buffer.from(object, 'hex'),
      ])
    const tree = (...entries: Buffer[]) =>
      repository.git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], Buffer.concat(entries))
    const inner = tree(entry('100644', 'evil.md', blob))
    const root = tree(
      entry('40000', '..', inner),
      entry('40000', '.GIT', inner),
      entry('100644', '../up.md', blob),
      entry('100644', '/etc/motd.md', blob),
      entry('100644', 'a\n.md', blob),
      entry('100644', 'good.md', blob),
      entry('100644', Buffer.from([0x80, 0x2e, 0x6d, 0x64]), blob),
      entry('100644', `${'x'.repeat(1_000)}.md`, blob),
    )
    repository.git(['update-ref', 'refs/heads/main', repository.git(['commit-tree', root, '-m', 'Climb'])])
    const { files, unusable } = await fetched()
    expect(files.map(({ path }) => path)).toEqual(['good.md'])
    expect(unusable).toBe(7)
  })

  test('of a hundred thousand files and more is refused', async () => {
    const blob = repository.git(['hash-object', '-w', '--stdin'], '')
    const many = (count: number, mode: string, object: string) =>
      repository.git(
        ['mktree'],
        Array.from(
          { length: count },
          (_, n) => `${mode} ${mode === '040000' ? 'tree' : 'blob'} ${object}\tf${n}\n`,
        ).join(''),
      )
    // 10,000,000 files in two small objects.
    const tree = [1, 2, 3].reduce((object) => many(100, '040000', object), many(10, '100644', blob))
    repository.git(['update-ref', 'refs/heads/main', repository.git(['commit-tree', tree, '-m', 'Many'])])
    await expect(fetched()).rejects.toThrow('A branch may have up to 100,000 files.')
  })

  test('of more descriptions than are read is refused', async () => {
    repository.commit(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`docs/${n}.md`, '# Same'])))
    await expect(fetched()).rejects.toThrow('A branch may have up to 5,000 files to document.')
  })

  test('larger than the disk it may take is refused while it comes', async () => {
    const random = execFileSync('head', ['-c', String(8 * 2 ** 20), '/dev/urandom'], {
      maxBuffer: 10 * 2 ** 20,
    })
    repository.commit({ ...api, 'video.mp4': random })
    await expect(fetched({ megabytes: 2 })).rejects.toThrow(
      'The repository is larger than can be analysed here.',
    )
  })

  test('whose files are small in its pack and huge outside is refused before they are read', async () => {
    repository.commit({
      'docs/a.md': Buffer.alloc(30 * 2 ** 20, 'a'),
      'docs/b.md': Buffer.alloc(30 * 2 ** 20, 'b'),
    })
    await expect(fetched()).rejects.toThrow('may have at most 50 MB together')
  })
})

describe('a host', () => {
  test('that leads elsewhere is not followed, and nobody else gets the credentials', async () => {
    const other = await startGitRemote()
    const target = other.repository('parts')
    target.commit(api)
    remote.intercept((req, res) => {
      res.writeHead(302, { location: `${other.url}${req.url}` }).end()
      return true
    })
    await expect(fetched({ authorization: 'Bearer s3cret' })).rejects.toThrow(/redirect/)
    expect(other.requests).toEqual([])
    await other.close()
  })

  test('that names other places to fetch from is not followed there', async () => {
    const other = await startGitRemote()
    remote.intercept((req, res) => {
      const hash = '1'.repeat(40)
      if (req.url?.includes('/info/refs')) res.end(`${hash}\trefs/heads/main\n`)
      else if (req.url?.endsWith('/HEAD')) res.end('ref: refs/heads/main\n')
      else if (req.url?.includes('alternates')) res.end(`${other.url}/parts.git/objects\n`)
      else res.writeHead(404).end()
      return true
    })
    await expect(fetched()).rejects.toThrow()
    expect(other.requests).toEqual([])
    await other.close()
  })

  test('that answers nothing is left when its time is over', async () => {
    remote.intercept(() => true)
    await expect(fetched({ seconds: 1 })).rejects.toThrow(
      'The Git host took too long to send the repository.',
    )
  })

  test('is asked at the address that was checked, whatever its name leads to by now', async () => {
    repository.commit(api)
    const { port } = new URL(remote.url)
    const url = `http://git.example.test:${port}/parts.git`
    expect(await pathsOf({ url, pinned: `git.example.test:${port}:127.0.0.1` })).toEqual([
      'reference/parts.json',
    ])
  })

  test('is asked without proxies, cookies and settings of this machine', async () => {
    repository.commit(api)
    for (const name of ['http_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1')
    vi.stubEnv('GIT_CONFIG_PARAMETERS', "'http.extraHeader=X-Leak: yes'")
    vi.stubEnv('GIT_SSH_COMMAND', 'false')
    writeFileSync(join(scratch, '.netrc'), 'machine 127.0.0.1 login leak password leak\n')
    expect(await pathsOf()).toEqual(['reference/parts.json'])
  })

  test('spoken to by anything but the web is refused', async () => {
    for (const url of ['file:///etc', 'ext::sh -c "touch /tmp/x"', 'ssh://git@127.0.0.1/x.git'])
      await expect(fetched({ url })).rejects.toThrow()
  })
})

describe('an address', () => {
  const source = (url: string, access: Source['access'] = null): Source => ({
    url,
    access,
    isServiceAccount: false,
    integrationId: 1,
    repository: { externalId: '1', externalSlug: 'parts', externalOrgSlug: 'acme' },
    project: { slug: 'parts' },
    workspace: { slug: 'acme' },
    commitStatuses: false,
    pullRequestComments: false,
    settings: { kind: 'github', hostUrl: url, apiUrl: url, clientId: '', clientSecret: '', redirectUrl: '' },
  })
  const opened = (url: string, access?: Source['access']) =>
    openRemote({ gitSeconds: 1, gitMegabytes: 1 }, source(url, access), 'main', scratch)

  test.each([
    'http://github.com/acme/parts.git',
    'https://127.0.0.1/acme/parts.git',
    'https://10.0.0.7/acme/parts.git',
    'https://[::1]/acme/parts.git',
    'https://169.254.169.254/acme/parts.git',
    'https://git/acme/parts.git',
    'https://git.internal/acme/parts.git',
    'https://robot:secret@github.com/acme/parts.git',
  ])('%s is not called', async (url) => {
    await expect(opened(url)).rejects.toMatchObject({ name: 'RemoteError', kind: 'refused' })
  })

  test('that leads into a private network is not called, and one that was allowed is held to', async () => {
    vi.stubEnv('WAYMARK_PRIVATE_PROVIDER_HOSTS', 'localhost:8443')
    await expect(opened('https://localhost/acme/parts.git')).rejects.toMatchObject({ kind: 'refused' })
    const access = { type: 'oauth', accessToken: 's3cret' } as const
    const { url, pinned, authorization } = await opened('https://localhost:8443/acme/parts.git', access)
    expect(pinned).toMatch(/^localhost:8443:(127\.0\.0\.1|\[::1\])/)
    expect(url).not.toContain('s3cret')
    expect(authorization).toBe(`Basic ${Buffer.from('x-access-token:s3cret').toString('base64')}`)
  })
})
