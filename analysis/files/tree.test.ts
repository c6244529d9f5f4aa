import { describe, expect, test } from 'vitest'
import { analyze, DescriptionError } from '../index.ts'
import type { BranchFile, Limits } from '../types.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const uris = (files: BranchFile[], limits?: Partial<Limits>) =>
  analyze(files, limits ? { limits } : {}).nodes.map(({ uri }) => uri)
const lines = (files: BranchFile[], limits: Partial<Limits> = {}) =>
  analyze(files, { limits }).diagnostics.map(({ code, file, severity }) => [severity, code, file])
const never = () => {
  throw new Error('was read')
}

describe('a file of a branch', () => {
  test('comes as text, as bytes or as a reader', () => {
    const files = [
      { path: 'a.md', content: '# A' },
      { path: 'b.md', bytes: bytes('# B') },
      { path: 'c.md', size: 3, read: () => bytes('# C') },
    ]
    expect(analyze(files).nodes.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  })

  test('is not read when it is nothing to document, or an image', () => {
    const files = ['main.go', 'logo.png', 'node_modules/x/a.yaml', '.github/a.md'].map((path) => ({
      path,
      size: 9,
      read: never,
    }))
    expect(uris(files)).toEqual(['/logo.png'])
    expect(lines(files)).toEqual([])
  })

  test('that cannot be read costs itself alone', () => {
    const files = [
      { path: 'a.md', size: 1, read: never },
      { path: 'b.json', bytes: new Uint8Array([0xff, 0x01, 0x02]) },
      { path: 'c.md', content: '# C' },
    ]
    expect(uris(files)).toEqual(['/c.md'])
    expect(lines(files)).toEqual([
      ['error', 'unreadable', 'b.json'],
      ['error', 'unreadable', 'a.md'],
    ])
    expect(
      analyze(files)
        .diagnostics.map(({ message }) => message)
        .join(),
    ).not.toContain('was read')
  })

  test('in another encoding is read, with one line', () => {
    expect(lines([{ path: 'a.yaml', bytes: new Uint8Array([...bytes('openapi: 3.0.0 # '), 0xe9]) }])).toEqual(
      [['warning', 'encoding', 'a.yaml']],
    )
  })

  test.each([
    ['../a.md', 'climbs out'],
    ['a\0.md', 'has a NUL'],
    ['', 'is empty'],
  ])('has a path: %j %s', (path) => {
    expect(lines([{ path, content: '# A' }])).toMatchObject([['warning', 'path-unusable', expect.anything()]])
    expect(uris([{ path, content: '# A' }])).toEqual([])
  })
})

describe('the limits', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => ({ path: `${name}.md`, content: '# 3456789' }))

  test('of the number of files: the first ones by path, and not what is no documentation', () => {
    const more = [...files, { path: '0.go', content: '' }]
    expect(uris(more, { files: 2 })).toEqual(['/a.md', '/b.md'])
    expect(analyze(more, { limits: { files: 2 } }).diagnostics).toMatchObject([
      { code: 'too-many-files', file: 'c.md', message: expect.stringContaining('this one and 1 after it') },
    ])
  })

  test('of one file: it is not even read', () => {
    const large = { path: 'b.md', size: 2_000_000, read: never }
    expect(uris([large, ...files.slice(2)], { fileBytes: 1_000_000 })).toEqual(['/c.md', '/d.md'])
    expect(lines([large], { fileBytes: 1_000_000 })).toEqual([['error', 'file-too-large', 'b.md']])
  })

  test('of all files together: what fits is published', () => {
    expect(uris(files, { totalBytes: 20 })).toEqual(['/a.md', '/b.md'])
    expect(lines(files, { totalBytes: 20 })).toEqual([
      ['error', 'branch-too-large', 'c.md'],
      ['error', 'branch-too-large', 'd.md'],
    ])
  })
})

test('a reader may throw what analysis throws itself', () => {
  const read = () => {
    throw new DescriptionError('It is a link out of the branch.', 'a.md')
  }
  expect(analyze([{ path: 'a.md', size: 1, read }]).diagnostics).toMatchObject([
    { code: 'unreadable', message: 'It is a link out of the branch.', file: 'a.md' },
  ])
})
