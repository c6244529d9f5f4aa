// The problems of a version, as its editors see them.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Branch, Project } from '../queries.ts'
import { renderDocs } from '../testing.tsx'
import { csvOf } from './csv.ts'
import { ProblemsPage } from './ProblemsPage.tsx'
import type { Problem, Problems } from './queries.ts'

vi.mock('../../../shared/data/workspace.tsx', () => ({
  useScope: () => ({ workspace: 1, viewer: 'u' }),
  useWorkspace: () => ({ id: 1, name: 'Acme', slug: 'acme', hide_powered_by: false }),
  useSite: () => ({ kind: 'base' }),
  useSessionState: () => ({ status: 'signed-in', authId: 'u' }),
}))

const branch = { id: 2, name: 'next', slug: 'next', is_default: false } as Branch
const project = { id: 7, name: 'Pets', slug: 'pets', branches: [branch] } as unknown as Project

const problem = (id: number, more: Partial<Problem> = {}): Problem => ({
  id,
  rule: 'named',
  severity: 'error',
  message: `It has no name (${id}).`,
  documentation_url: null,
  file: 'a.yaml',
  pointer: '/info',
  start_line: 3,
  start_column: 1,
  end_line: 3,
  end_column: 2,
  node_uri: '/a.yaml',
  node_slug: 'pets',
  node_name: 'Pets API',
  is_new: false,
  waiver_id: null,
  waiver_reason: null,
  waiver_owner_id: null,
  waiver_owner: null,
  waiver_expires_on: null,
  ...more,
})
const problems = (items: Problem[], more: Partial<Problems> = {}): Problems => ({
  state: 'current',
  guide: 'own',
  linted_at: '2026-01-01',
  is_cut: false,
  score: 61,
  units: 4,
  errors: 2,
  warnings: 0,
  infos: 0,
  hints: 1,
  waived: 0,
  base_name: 'main',
  new_errors: 1,
  new_warnings: 0,
  new_others: 0,
  faults: [],
  hidden_faults: 0,
  rules: [{ rule: 'named', severity: 'error', violations: 2, waived: 0 }],
  total: items.length,
  items,
  ...more,
})

let answer: Problems | null
let calls: { name: string; args: Record<string, unknown> }[]
beforeEach(() => {
  calls = []
  answer = problems([problem(1, { is_new: true }), problem(2)])
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
    calls.push({ name, args: JSON.parse((await request.text()) || '{}') })
    if (name === 'branch_problems') return Response.json(answer)
    if (name === 'list_members')
      return Response.json({ items: [{ user_id: 9, display_name: 'Ada', is_me: true }], total: 1 })
    return Response.json(name === 'waive_finding' ? 5 : null)
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (at = '/') => renderDocs(<ProblemsPage project={project} branch={branch} />, { at })
const last = (name: string) => calls.filter((call) => call.name === name).at(-1)?.args

it('shows what is new and what was there, with its place, and how the score comes about', async () => {
  open()
  await screen.findByText('It has no name (1).')
  screen.getByText('Score 61')
  screen.getByText('2 errors')
  screen.getByRole('link', { name: 'New (1)' })
  screen.getByRole('link', { name: 'Debt' })
  expect(screen.getAllByText('New')).toHaveLength(1)
  expect(screen.getAllByText(/a.yaml, line 3/)).toHaveLength(2)
})

it('asks for what the address says', async () => {
  open('/?only=new&severity=error&rule=named')
  await screen.findByText('It has no name (1).')
  expect(last('branch_problems')).toMatchObject({ p_only: 'new', p_severities: ['error'], p_rule: 'named' })
})

it('waives one with a reason, in the name of who does', async () => {
  const user = userEvent.setup()
  open()
  await screen.findByText('It has no name (1).')
  await user.click(screen.getAllByRole('button', { name: 'Waive named in line 3' })[0] as HTMLElement)
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Not ours.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Waive' })).toHaveProperty('disabled', false))
  await user.click(screen.getByRole('button', { name: 'Waive' }))
  await waitFor(() =>
    expect(last('waive_finding')).toMatchObject({ p_finding_id: 1, p_reason: 'Not ours.', p_owner_id: 9 }),
  )
})

it('tells of rulesets with faults, and of those that are not seen', async () => {
  const fault = {
    guide: null,
    file: '.spectral.yaml',
    line: 2,
    column: 1,
    rule: null,
    message: 'There is no function.',
  }
  answer = problems([], { faults: [fault], hidden_faults: 2, new_errors: null, state: 'outdated' })
  open()
  await screen.findByText(/.spectral.yaml:2:1: There is no function./)
  screen.getByText('2 faults in style guides that you do not see')
  screen.getByText(/is being linted anew/)
  expect(screen.queryByRole('link', { name: 'Debt' })).toBeNull()
})

it('is no page for others', async () => {
  answer = null
  open()
  await waitFor(() => expect(screen.queryByText('Problems')).toBeNull())
})

it('writes a table that no spreadsheet runs, and follows no address but of the web', async () => {
  expect(csvOf([problem(1, { message: '=1+1' })])).toContain(`"'=1+1"`)
  answer = problems([problem(1, { documentation_url: 'javascript:alert(1)' })])
  open()
  await screen.findByText('It has no name (1).')
  expect(screen.queryByRole('link', { name: 'named' })).toBeNull()
})
