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
  it.each([
    [{ is_hidden: { new: true } }, 'hid from readers /start on the branch main of the project B'],
    [
      { is_hidden: { old: true, new: false } },
      'showed to readers /start on the branch main of the project B',
    ],
    [
      { is_hidden: { old: true } },
      'no longer decided whether readers see /start on the branch main of the project B',
    ],
  ])('say what readers see: %j', (changes, sentence) => {
    const facts = { project: 'B', node_uri: '/start', branch: 'main', changes }
    expect(textOf(event('project.node.hidden_set', facts))).toBe(sentence)
  })
  it('say why a provider’s word let nobody in', () => {
    const refused = (reason: string) =>
      textOf(event('workspace.sign_in.refused', { integration: 'Hub', reason }))
    expect(refused('no_email')).toBe('refused a sign-in with Hub: no verified email address came with it')
    const meant = { integration: 'Hub', reason: 'wrong_password', user: 'Ada', times: 41 }
    expect(textOf(event('workspace.sign_in.refused', meant))).toBe(
      'refused a sign-in of Ada with Hub 41 times: a wrong name or password',
    )
    expect(refused('The provider did not accept the sign-in.')).toMatch(/: The provider did not accept/)
  })
  it('say that a webhook is at another path of its host', () => {
    const set = (facts: object) =>
      textOf(event('workspace.audit_webhook.set', { host: 'siem.example', ...facts }))
    expect(set({ old: 'siem.example', other_address: true })).toMatch(/, at another address there$/)
    expect(set({ old: 'other.example', other_address: true })).toBe('set the audit webhook to siem.example')
  })
  it('know a type of a newer database by its own words', () => {
    expect(textOf(event('project.branch_renamed', {}))).toBe('did: project branch renamed')
  })
  it('exist for every type that the database names', () => {
    expect(typesOfDatabase().filter((type) => !knownTypes.includes(type))).toEqual([])
  })
})

it('docs/audit.md names every type, and none besides', () => {
  const text = readFileSync(`${import.meta.dirname}/../../../../docs/audit.md`, 'utf8')
  const [, part = ''] = /^## Types\n([\s\S]*?)^## /m.exec(text) ?? []
  const named: string[] = []
  for (const row of part.split('\n').filter((line) => line.startsWith('|')))
    for (const [, word = ''] of row.matchAll(/`([a-z_]*(?:\.[a-z_]+)+)`/g))
      named.push(word.startsWith('.') ? `${named.at(-1)?.replace(/\.[a-z_]+$/, '')}${word}` : word)
  expect(named.toSorted()).toEqual(knownTypes.toSorted())
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
