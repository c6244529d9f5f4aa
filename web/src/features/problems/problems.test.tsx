// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/problems" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { csvOf } from './csv.ts'
import type { ReportRow } from './queries.ts'
import ProblemsRoutes from './routes.tsx'

const row = (key: string, name: string, more: Partial<ReportRow> = {}): ReportRow => ({
  key,
  name,
  slug: name.toLowerCase(),
  severity: null,
  projects: 1,
  projects_with: 1,
  units: 10,
  errors: 2,
  warnings: 1,
  others: 0,
  waived: 0,
  score: 59,
  guide: 'own',
  linted_at: '2026-01-01',
  branch_slug: 'main',
  ...more,
})
const report = {
  projects: 2,
  unlinted: 1,
  units: 20,
  errors: 2,
  warnings: 2,
  others: 1,
  waived: 3,
  score: 73,
  total: 2,
  items: [row('1', 'Pets'), row('2', 'Shop', { errors: 0, score: 90 })],
}
const waiver = {
  id: 5,
  project_id: 1,
  project_name: 'Pets',
  project_slug: 'pets',
  rule: 'named',
  file: 'a.yaml',
  node_uri: null,
  place: '',
  reason: 'Not ours.',
  owner_id: 1,
  owner_name: 'Ada',
  expires_on: '2026-12-01',
  is_over: false,
  findings: 4,
  created_at: '2026-01-01',
}

const fixProject = (id: number, name: string, more: object = {}) => ({
  project_id: id,
  name,
  slug: name.toLowerCase(),
  branch_slug: 'main',
  violations: 3,
  reason: null,
  status: null,
  problem: null,
  mended: null,
  left_over: null,
  proposal_branch_slug: null,
  proposal_status: null,
  ...more,
})
const fixProjects = [
  fixProject(1, 'Pets'),
  fixProject(2, 'Shop', {
    reason: 'A fix of this rule is proposed in this project already.',
    status: 'proposed',
    mended: 2,
    left_over: 1,
    proposal_branch_slug: 'fix-named-4',
    proposal_status: 'open',
  }),
  fixProject(3, 'Pushed', { reason: 'Project type not editable in Studio' }),
]

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [],
    'POST /rest/v1/rpc/workspace_features': [],
    'POST /rest/v1/rpc/governance_report': report,
    'POST /rest/v1/rpc/governance_trend': [
      { day: '2026-01-01', errors: 5, warnings: 1, others: 0 },
      { day: '2026-01-02', errors: 2, warnings: 2, others: 1 },
    ],
    'POST /rest/v1/rpc/governance_waivers': { total: 1, items: [waiver] },
    'POST /rest/v1/rpc/end_waiver': null,
    'POST /rest/v1/rpc/fixable_rules': [{ rule: 'named', violations: 7, projects: 3 }],
    'POST /rest/v1/rpc/rule_fix_projects': { total: 3, items: fixProjects },
    'POST /rest/v1/rpc/propose_rule_fixes': {
      results: [{ ok: true, message: null }],
      succeeded: 1,
      failed: 0,
    },
  }
  received = fakeServer(answers)
})

const open = (at = '/admin/problems') =>
  renderAt(
    at,
    <OnWorkspace>
      <Routes>
        <Route path="/admin/problems/*" element={<ProblemsRoutes />} />
      </Routes>
      <ToastLog />
    </OnWorkspace>,
  )
const asked = (name: string) => received.filter(({ path }) => path.endsWith(`/rpc/${name}`))

it('shows the projects that stand worst, in all, over time, and how the score comes about', async () => {
  open()
  expect(await screen.findByText(/2 projects, score 73: 2 errors, 2 warnings, 1 hint, 3 waived/)).toBeTruthy()
  expect(screen.getByText(/^Score = 100 × n ÷/)).toBeTruthy()
  expect(await screen.findByRole('img', { name: /errors from 5 to 2, warnings from 1 to 2/ })).toBeTruthy()
  const table = await screen.findByRole('grid', { name: 'Problems by project' })
  expect(within(table).getByText('Pets')).toBeTruthy()
})

it('goes from a rule to the projects that have it, and back', async () => {
  const user = userEvent.setup()
  answers['POST /rest/v1/rpc/governance_report'] = ({ body }: ReceivedRequest) =>
    json(200, {
      ...report,
      items:
        (body as { p_by: string }).p_by === 'rule'
          ? [row('error:named', 'named', { severity: 'error', slug: null })]
          : report.items,
    })
  open('/admin/problems?by=rule')
  await user.click(await screen.findByText('named'))
  expect(await screen.findByText('Rule named')).toBeTruthy()
  await waitFor(() =>
    expect(asked('governance_report').at(-1)?.body).toMatchObject({ p_by: 'project', p_rule: 'named' }),
  )
})

it('says that it could not be read', async () => {
  answers['POST /rest/v1/rpc/governance_report'] = failed
  open()
  expect(await screen.findByText('Something went wrong, no data to display')).toBeTruthy()
})

it('lists what is waived, and ends it', async () => {
  const user = userEvent.setup()
  open('/admin/problems/waivers')
  expect(await screen.findByText('Not ours.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: /More actions/ }))
  await user.click(await screen.findByText('End waiver'))
  await waitFor(() => expect(asked('end_waiver').at(-1)?.body).toEqual({ p_id: 5 }))
})

it('writes a table that no spreadsheet runs', () => {
  const text = csvOf('rule', [row('error:x', '=cmd()', { severity: 'error' })])
  expect(text).toContain('"rule","severity","score"')
  expect(text).toContain(`"'=cmd()","error","59"`)
})

it('leads from a rule that has a quick fix to the projects in which it can be proposed', async () => {
  open('/admin/problems?rule=named')
  const link = await screen.findByRole('link', { name: 'Fix in many projects' })
  expect(link.getAttribute('href')).toBe('/admin/problems/fixes?rule=named')
})

it('proposes fixes in the projects that are chosen, leads to those that are, and says why not', async () => {
  const user = userEvent.setup()
  open('/admin/problems/fixes?rule=named')
  const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  const proposed = (await rowOf(/Shop/)).getByRole('link', { name: 'Proposed: 2 mended, 1 left' })
  expect(proposed.getAttribute('href')).toBe('/proposals/shop/branches/fix-named-4')
  const pushed = await rowOf(/Pushed/)
  expect(pushed.getByText('Project type not editable in Studio')).toBeTruthy()
  expect(pushed.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  await user.click((await rowOf(/Pets/)).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Propose fixes' }))
  await screen.findByText('A fix is being made in 1 project')
  expect(asked('propose_rule_fixes').at(-1)?.body).toEqual({
    p_workspace_id: acme.id,
    p_rule: 'named',
    p_project_ids: [1],
  })
})

it('names the project that cannot be fixed', async () => {
  const user = userEvent.setup()
  const message = 'This rule is being fixed in this project already.'
  answers['POST /rest/v1/rpc/propose_rule_fixes'] = {
    results: [{ ok: false, message }],
    succeeded: 0,
    failed: 1,
  }
  open('/admin/problems/fixes')
  await user.click(within(await screen.findByRole('row', { name: /Pets/ })).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Propose fixes' }))
  await screen.findByText(`1 project cannot be fixed: ${message}`)
})
