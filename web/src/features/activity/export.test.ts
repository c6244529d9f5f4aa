import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { csvCell } from '../../../../supabase/functions/_shared/domain/csv.ts'
import { csvOf } from './export.ts'
import type { ActivityEvent } from './queries.ts'
import { knownTypes, textOf } from './sentences.ts'

const event = (type: string, metadata: Record<string, unknown>): ActivityEvent => ({
  id: 1,
  type,
  actor_id: 1,
  actor_name: 'Ada',
  actor_email: 'ada@example.com',
  metadata,
  ip_address: null,
  created_at: '2026-11-21T10:00:00Z',
  origin: {},
})

describe('a cell of the export', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '\0=1'])(
    'is no formula: %j',
    (text) => {
      expect(csvCell(text)).toBe(`"'${text}"`)
    },
  )
  it('keeps quotes, commas and line breaks inside', () => {
    expect(csvCell('a "b", c\nd')).toBe('"a ""b"", c\nd"')
  })
  it('leaves other texts as they are', () => {
    expect(csvCell('2026-11-21')).toBe('"2026-11-21"')
  })
})

it('an export has a head, and a row an event', () => {
  const csv = csvOf([{ ...event('workspace.created', {}), actor_name: '=HYPERLINK("x")' }])
  const [head, row, end] = csv.split('\r\n')
  expect(head).toBe(
    '\uFEFF"id","created_at","type","event","actor_name","actor_email","ip_address","metadata"',
  )
  expect(row).toContain(`"'=HYPERLINK(""x"") created the workspace","'=HYPERLINK(""x"")"`)
  expect(end).toBe('')
})

describe('sentences', () => {
  it('say what was before', () => {
    expect(
      textOf(event('project.updated', { project: 'B', slug: 'b', old: 'A', visibility: 'public' })),
    ).toBe('changed the project B, before named A, visibility now public')
    expect(
      textOf(event('team.member.role_changed', { user: 'Milo', team: 'T', old: 'member', role: 'admin' })),
    ).toBe('changed the role of Milo in the team T from Member to Admin')
  })
  it('know a type of a newer database by its own words', () => {
    expect(textOf(event('project.branch_renamed', {}))).toBe('did: project branch renamed')
  })
  it('exist for every type that the database names', () => {
    expect(typesOfDatabase().filter((type) => !knownTypes.includes(type))).toEqual([])
  })
})

const changes = ['created', 'updated', 'deleted']
const shares = ['added', 'removed', 'role_changed']

/** The types in the chapters of the schema: spelled out, or a kind that a trigger completes. */
function typesOfDatabase(): string[] {
  const folder = `${import.meta.dirname}/../../../../supabase/schemas`
  const sql = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n')
  const found = (pattern: RegExp) => [...sql.matchAll(pattern)].map(([, name]) => name ?? '')
  const kinds = found(/log_(?:named_change|row_change|project_part)\('([a-z._]+)'/g).filter(
    (kind) => kind !== 'project.branch',
  )
  const used = found(/log_first_use\('([a-z._]+)'\)/g)
  const shared = found(/log_share\('([a-z._]+)', change/g)
  const spelled = found(/'((?:workspace|group|project|team)(?:\.[a-z_]+)+)'/g)
  const prefixes = [
    ...kinds,
    ...used,
    ...shared,
    'project.branch',
    'workspace.scim.user_',
    'project.ownership',
    'workspace.integration',
  ]
  return [
    ...spelled.filter((type) => !prefixes.includes(type)),
    'project.branch.updated',
    ...used.map((kind) => `${kind}.first_used`),
    ...kinds.flatMap((kind) => changes.map((change) => `${kind}.${change}`)),
    ...shared
      .flatMap((kind) => shares.map((change) => `${kind}.${change}`))
      .filter((type) => type !== 'group.admin.role_changed'),
    'project.ownership.transferred',
    ...changes.map((change) => `workspace.integration.${change}`),
  ]
}
