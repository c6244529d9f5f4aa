// Commits that the Studio makes, pushed by the real Git to a real remote: exactly the named files change, once.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommitOrder, pushCommit } from '../../worker/git/push-commit.ts'
import type { Remote } from '../../worker/git/remote.ts'
import { makeScratch, removeScratch } from '../../worker/git/scratch.ts'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'

let remote: GitRemote
let repository: Repository
let scratches: string[]
beforeEach(async () => {
  scratches = []
  remote = await startGitRemote()
  repository = remote.repository('parts')
  repository.git(['config', 'http.receivepack', 'true'])
})
afterEach(async () => {
  for (const scratch of scratches) await removeScratch(scratch)
  await remote.close()
})

async function push(order: Partial<CommitOrder> & Pick<CommitOrder, 'base'>, more: Partial<Remote> = {}) {
  const scratch = await makeScratch()
  scratches.push(scratch)
  return pushCommit(
    {
      url: repository.url,
      branch: 'main',
      authorization: null,
      pinned: null,
      blobless: false,
      scratch,
      seconds: 60,
      megabytes: 20,
      ...more,
    },
    {
      files: new Map([['a.md', Buffer.from('# New\r\n')]]),
      message: 'Say it anew',
      author: { name: 'Bea', email: 'bea@example.com' },
      time: 1_800_000_000,
      ...order,
    },
  )
}

const tip = () => repository.git(['rev-parse', 'refs/heads/main'])
const listing = () => repository.git(['ls-tree', '-r', '--full-tree', 'main']).split('\n')
const refused = (sentence: RegExp) =>
  expect.objectContaining({ kind: 'refused', message: expect.stringMatching(sentence) })

describe.each([false, true])('with contents left out: %s', (blobless) => {
  test('what is named changes, byte by byte, and all else stays', async () => {
    const base = repository.commit({
      'a.md': '# Old\n',
      'b.sh': { mode: '100755', content: 'true\n' },
      'big/c.bin': Buffer.alloc(5000, 7),
      'gone.md': 'gone',
      link: { mode: '120000', content: 'a.md' },
    })
    const before = listing()
    const files = new Map<string, Buffer | null>([
      ['a.md', Buffer.from('\uFEFF# New\r\n')],
      ['b.sh', Buffer.from('false\n')],
      ['gone.md', null],
      ['gone.md/now a "folder"/ü.md', Buffer.from([0xff, 0x00, 0xfe])],
    ])
    const made = await push({ base, files }, { blobless })
    expect(made).toEqual({ commit: tip() })
    expect(repository.git(['log', '-1', '--format=%P|%an|%ae|%cn|%at|%B'])).toBe(
      `${base}|Bea|bea@example.com|Bea|1800000000|Say it anew`,
    )
    expect(
      repository
        .git(['diff', '--name-status', '--no-renames', '-z', base, 'main'])
        .split('\0')
        .filter(Boolean),
    ).toEqual(
      expect.arrayContaining(['M', 'a.md', 'b.sh', 'D', 'gone.md', 'A', 'gone.md/now a "folder"/ü.md']),
    )
    expect(listing().filter((line) => before.includes(line))).toHaveLength(2)
    expect(listing().find((line) => line.endsWith('b.sh'))).toMatch(/^100755/)
    for (const [path, bytes] of files)
      if (bytes)
        expect(repository.git(['rev-parse', `main:${path}`])).toBe(
          repository.git(['hash-object', '--stdin'], bytes),
        )
  })
})

describe('a branch', () => {
  test('that has moved is left as it is', async () => {
    const base = repository.commit({ 'a.md': 'one' })
    const moved = repository.commit({ 'a.md': 'two' })
    expect(await push({ base })).toEqual({ movedTo: moved })
    expect(tip()).toBe(moved)
  })

  test('that moves while we push is left as it is', async () => {
    const base = repository.commit({ 'a.md': 'one' })
    let moved = ''
    remote.intercept((req) => {
      if (req.method === 'POST' && req.url?.endsWith('/git-receive-pack') && moved === '')
        moved = repository.commit({ 'a.md': 'two' })
      return false
    })
    expect(await push({ base })).toEqual({ movedTo: moved })
    expect(tip()).toBe(moved)
  })

  test('gets a commit once, however often it is sent', async () => {
    const base = repository.commit({ 'a.md': 'one' })
    const first = await push({ base })
    expect(await push({ base })).toEqual(first)
    expect(repository.git(['rev-list', '--count', 'main'])).toBe('2')
    // What was typed after the push is in no commit: nobody may take it for committed.
    const more = await push({ base, files: new Map([['a.md', Buffer.from('# Newer\r\n')]]) })
    expect(more).toEqual({ movedTo: tip() })
    const other = await push({ base, message: 'Something else' })
    expect(other).toEqual({ movedTo: tip() })
  })

  test('that is protected says so, and its words are not passed on', async () => {
    const base = repository.commit({ 'a.md': 'one' })
    repository.git(['config', 'receive.denyDeletes', 'true'])
    repository.git(['config', 'receive.hideRefs', 'refs/heads/main'])
    await expect(push({ base })).rejects.toEqual(refused(/^The Git host refused the push to "main"/))
    expect(tip()).toBe(base)
  })

  test('that is gone is told', async () => {
    const base = repository.commit({ 'a.md': 'one' })
    await expect(push({ base }, { branch: 'other' })).rejects.toEqual(refused(/does not exist/))
  })
})

test.each([
  ['a link', 'link'],
  ['a folder', 'folder'],
  ['a file in the way', 'folder/b.md/c.md'],
  ['a name out of the tree', '../up.md'],
  ['Git’s own folder', '.GIT/config'],
])('%s is not written over', async (_, path) => {
  const base = repository.commit({
    'folder/b.md': 'b',
    link: { mode: '120000', content: '/etc/passwd' },
  })
  await expect(push({ base, files: new Map([[path, Buffer.from('x')]]) })).rejects.toEqual(
    refused(/another name/),
  )
  expect(tip()).toBe(base)
})

test('names, addresses and messages cannot write lines of their own', async () => {
  const base = repository.commit({ 'a.md': 'one' })
  const made = await push({
    base,
    author: { name: 'Eve <x@y>\nparent 0', email: 'eve@example.com>\ncommitter' },
    message: 'data 5\ndeleteall\nM 100644 inline evil\n',
  })
  expect(made).toEqual({ commit: tip() })
  expect(repository.git(['log', '-1', '--format=%an|%ae'])).toBe(
    'Eve  x@y  parent 0|eve@example.com  committer',
  )
  expect(listing()).toHaveLength(1)
})

test('credentials that may read alone are told so', async () => {
  const base = repository.commit({ 'a.md': 'one' })
  remote.intercept((req, res) => {
    if (!req.url?.includes('git-receive-pack')) return false
    res.writeHead(403).end()
    return true
  })
  await expect(push({ base })).rejects.toEqual(
    expect.objectContaining({
      kind: 'credentials',
      message: expect.stringMatching(/does not let this account write/),
    }),
  )
})
