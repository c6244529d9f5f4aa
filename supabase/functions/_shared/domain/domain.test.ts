import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { constraints } from './constraints.ts'
import { type DatabaseError, problemFromDatabase } from './errors.ts'

import { decodeId, encodeId } from './ids.ts'
import { maxImportBytes } from './imports.ts'
import { projectSlugFrom, repositorySlugFrom, safeReturnPath, workspaceSlugFrom } from './slugs.ts'
import { email, workspaceSlug } from './validation.ts'

const problemOf = (error: DatabaseError) => problemFromDatabase(error, constraints)

describe('an identifier', () => {
  test('says what it names and comes back as the number', () => {
    expect(atob(encodeId('prj', 7))).toBe('prj:7')
    expect(decodeId('prj', encodeId('prj', 7))).toBe(7)
  })

  test.each([
    [undefined, 'no project ID provided'],
    ['', 'no project ID provided'],
    [btoa('wk:1').replace(/=+$/, ''), 'ID type mismatch: expected prj but was wk'],
    ['***', 'invalid project ID provided'],
    [btoa('nothing'), 'invalid project ID provided'],
    [btoa('prj:0').replace(/=+$/, ''), 'malformed project ID'],
    [btoa('prj:1; drop').replace(/=+$/, ''), 'malformed project ID'],
    [btoa('plain!').replace(/=+$/, ''), 'malformed project ID'],
    ['undefined', 'invalid project ID provided'],
    ['zz', 'invalid project ID provided'],
  ])('%s is refused: %s', (id, message) => {
    expect(() => decodeId('prj', id)).toThrow(message)
  })
})

test.each([
  ['Acme', 'acme'],
  ['Acme Corp', ''],
  ['a-name-that-is-longer-than-twenty', ''],
])('the company %s suggests the URL "%s"', (name, slug) => {
  expect(workspaceSlugFrom(name)).toBe(slug)
})

test('a project slug keeps letters and digits of any Latin script', () => {
  expect(projectSlugFrom('Größe & Café API v2')).toBe('gro-e-cafe-api-v2')
})

test.each([
  ['Größe & Café API v1.2', 'gro-e-cafe-api-v1.2'],
  ['.github', 'github'],
  ['A'.repeat(80), 'a'.repeat(75)],
  ['日本', ''],
  ['my_draft.', 'my_draft'],
])('a repository for %s is called %s', (name, slug) => {
  expect(repositorySlugFrom(name)).toBe(slug)
})

test.each([
  ['/docs/x?y=1', '/docs/x?y=1'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  [null, '/'],
])('after sign-in %s leads to %s', (path, target) => {
  expect(safeReturnPath(path)).toBe(target)
})

test.each(['a@b.co', 'first.last+tag@sub.example.org'])('%s is an address', (address) => {
  expect(email.safeParse(address).success).toBe(true)
})
test.each(['', 'a', 'a@b', 'a b@c.de', '@c.de', `${'a'.repeat(250)}@example.org`])(
  '%s is no address',
  (address) => {
    expect(email.safeParse(address).success).toBe(false)
  },
)

test('a workspace URL says what is wrong with it', () => {
  const messages = (slug: string) =>
    workspaceSlug.safeParse(slug).error?.issues.map((issue) => issue.message) ?? []
  expect(messages('ok-1')).toEqual([])
  expect(messages('a'.repeat(21))).toEqual(['Must be less than 20 characters.'])
  expect(messages('No_Way')).toEqual(['Must only contain numbers, lowercase letters, or dashes.'])
})

describe('a database error', () => {
  test('raised by the product keeps its code, status, sentence and field', () => {
    expect(
      problemOf({
        code: 'PT409',
        message: 'x exists',
        hint: 'CONFLICT',
        details: '{"field": "slug"}',
      }),
    ).toEqual({
      code: 'CONFLICT',
      status: 409,
      detail: 'x exists',
      fields: [{ field: 'slug', message: 'x exists' }],
    })
  })

  test('of a known constraint gets the sentence of the catalogue', () => {
    const problem = problemOf({
      code: '23505',
      message: 'duplicate key value violates unique constraint "projects_workspace_id_slug_idx"',
    })
    expect([problem.code, problem.fields[0]?.field]).toEqual(['CONFLICT', 'slug'])
    expect(problem.detail).toBe(
      'A project with this slug already exists in this workspace. Please choose a different value.',
    )
  })

  test('that undid one of two changes that met asks to try again', () => {
    const problem = problemOf({ code: '40P01', message: 'deadlock detected' })
    expect([problem.code, problem.status]).toEqual(['CONFLICT', 409])
    expect(problem.detail).toBe('Somebody changed the same thing at the same moment. Please try again.')
  })

  test.each(['57P03', '57P02', '57014', '55P03', '53100', '53300', '08006', 'PGRST001', 'PGRST003'])(
    'that passes by itself (%s) is a 503',
    (code) => {
      const problem = problemOf({ code, message: 'the database system is starting up' })
      expect([problem.code, problem.status]).toEqual(['SERVICE_UNAVAILABLE', 503])
      expect(problem.detail).toMatch(/try again in a few moments/)
    },
  )

  test('nobody expected says nothing of its inside', () => {
    const problem = problemOf({ code: 'XX000', message: 'cache lookup failed for relation 12345' })
    expect([problem.status, problem.detail.includes('12345')]).toEqual([500, false])
  })
})

test('Storage takes as much of an import as the rest says', () => {
  const config = readFileSync(join(import.meta.dirname, '../../../config.toml'), 'utf8')
  expect(config).toContain(`file_size_limit = "${maxImportBytes / 2 ** 20}MiB"`)
})
