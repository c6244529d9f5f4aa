// What the demo tells of its past fits what it says now.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { contentOf } from '../../worker/seed/files.ts'
import { commitId } from '../../worker/seed/git.ts'
import { edited } from '../../worker/seed/past.ts'
import { firstState } from '../../worker/seed/releases.ts'
import { BOOKSHOP_COMMITS, ORDERS_RELEASES, PROPOSAL } from '../../worker/seed/story.ts'

const text = (files: Map<string, Uint8Array>, path: string) => Buffer.from(files.get(path) ?? '').toString()
const file = (content: string) => new Map([['a.yaml', Buffer.from(content)]])

describe('edits', () => {
  it('replace a text, and leave out what stands between two', () => {
    const before = file('one\ntwo\nthree\n')
    const after = edited(before, [
      { path: 'a.yaml', replace: ['one', 'ONE'] },
      { path: 'a.yaml', cut: ['two', 'three'] },
    ])
    expect(text(after, 'a.yaml')).toBe('ONE\nthree\n')
    expect(text(before, 'a.yaml')).toBe('one\ntwo\nthree\n')
  })

  it('are refused where their place is not the only one, or not there', () => {
    expect(() => edited(file('a a'), [{ path: 'a.yaml', replace: ['a', 'b'] }])).toThrow(/once/)
    expect(() => edited(file('a'), [{ path: 'a.yaml', replace: ['x', 'b'] }])).toThrow(/once/)
    expect(() => edited(file('a'), [{ path: 'a.yaml', cut: ['a', 'x'] }])).toThrow(/behind/)
    expect(() => edited(file('a'), [{ path: 'b.yaml', replace: ['a', 'b'] }])).toThrow(/b\.yaml/)
  })
})

describe('the demo’s past', () => {
  it('fits its content', () => {
    const orders = contentOf('orders')
    const first = text(firstState(orders, ORDERS_RELEASES), 'reference/orders.yaml')
    expect(first).toContain('version: 2.3.0')
    expect(first).not.toMatch(/NewReturn|deprecated/)
    expect(text(edited(orders, PROPOSAL.edits), 'reference/orders.yaml')).toContain('/parcel-shops:')
    for (const { edits } of BOOKSHOP_COMMITS) expect(() => edited(contentOf('bookshop'), edits)).not.toThrow()
  })
})

describe('commitId', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-commit-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is what Git calls the commit', () => {
    // A file beside a folder whose name it begins with: Git sorts the folder as if it ended in a slash.
    const files = new Map(
      Object.entries({ 'docs/a.md': 'é', 'docs.md': 'b', 'docs-more/b/c.md': '' }).map(([path, content]) => [
        path,
        Buffer.from(content),
      ]),
    )
    const author = { name: 'Ada Okafor', email: 'ada@example.com' }
    const at = '2026-03-02T09:12:00Z'
    const env = {
      ...process.env,
      GIT_AUTHOR_DATE: at,
      GIT_COMMITTER_DATE: at,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
    }
    const git = (...args: string[]) => {
      const who = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`]
      return execFileSync('git', [...who, ...args], { cwd: folder, env, encoding: 'utf8' }).trim()
    }
    git('init', '-q')
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    git('add', '.')
    git('commit', '-q', '-m', 'First')
    const first = commitId({ message: 'First', author, at, parent: null, files })
    expect(first).toBe(git('rev-parse', 'HEAD'))
    git('commit', '-q', '--allow-empty', '-m', 'Second')
    expect(commitId({ message: 'Second', author, at, parent: first, files })).toBe(git('rev-parse', 'HEAD'))
  })
})
