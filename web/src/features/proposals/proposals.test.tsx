// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/proposals" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '../../shared/data/api.ts'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import type { Proposal, ProposalItem, ProposalPage, Review, Suggestion, Thread } from './model.ts'
import { type ProposalParts, ProposalPartsContext } from './parts.ts'
import ProposalsRoutes from './routes.tsx'

const mia = { user_id: 2, display_name: 'Mia Maker', avatar_url: null }
const item = (id: number, title: string, more: Partial<ProposalItem> = {}): ProposalItem => ({
  id,
  title,
  status: 'open',
  project_id: 3,
  project: 'Pets',
  project_slug: 'pets',
  icon_name: null,
  icon_color: null,
  branch_name: 'next',
  branch_slug: 'next',
  baseline_name: 'main',
  author: mia,
  created_at: '2026-01-01',
  updated_at: '2026-01-02',
  major: 1,
  minor: 0,
  patch: 0,
  approvals: 0,
  objections: 0,
  threads: 0,
  is_waiting: false,
  ...more,
})
const proposal: Proposal = {
  id: 9,
  title: 'Count by numbers',
  description: '',
  status: 'open',
  branch_id: 12,
  branch_name: 'next',
  branch_slug: 'next',
  baseline_branch_id: 11,
  baseline_name: 'main',
  baseline_slug: 'main',
  author: mia,
  is_mine: false,
  created_at: '2026-01-01',
  updated_at: '2026-01-02',
  ended_at: null,
  ended_by: null,
  pull_request: null,
  pull_request_page: null,
  changelog: null,
  draft: '',
  content_hash: 'now',
  comparison: 'current',
  major: 1,
  minor: 0,
  patch: 0,
  nodes: 1,
  compared_at: '2026-01-02',
  checks: [],
  requirements: [],
  reviewers: [],
  reviews: [],
  threads: 0,
}
const branch = {
  id: 12,
  name: 'next',
  slug: 'next',
  is_default: false,
  has_content: true,
  has_changes: false,
}
const page: ProposalPage = {
  project: { id: 3, slug: 'pets', name: 'Pets', type: 'web', icon_name: null, icon_color: null },
  branch,
  may_edit: true,
  may_moderate: false,
  baselines: [],
  others: [],
  proposal,
}
const review = (more: Partial<Review> = {}): Review => ({
  id: 1,
  person: mia,
  verdict: 'approved',
  note: '',
  created_at: '2026-01-02',
  fallen_at: null,
  is_mine: false,
  ...more,
})
const suggestion: Suggestion = {
  path: 'api.yaml',
  original: 'type: integer',
  before: '',
  after: '',
  replacement: 'type: string',
  applied_at: null,
  applied_by: null,
}
const thread = (suggested: Suggestion | null, author: typeof mia | null = mia): Thread => ({
  id: 4,
  node_uri: '/there',
  node_name: 'There',
  pointer: null,
  quote: '',
  path: 'api.yaml',
  line: 2,
  created_at: '2026-01-02',
  resolved_at: null,
  resolved_by: null,
  comments: [
    {
      id: 5,
      author,
      text: 'Like this?',
      created_at: '2026-01-02',
      edited_at: null,
      is_mine: false,
      suggestion: suggested,
    },
  ],
})

const list = 'POST /rest/v1/rpc/list_proposals'
const at = 'POST /rest/v1/rpc/proposal_at'
const discussion = 'POST /rest/v1/rpc/proposal_discussion'
let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [],
    'POST /rest/v1/rpc/workspace_features': [],
    'GET /rest/v1/teams': [],
    [list]: { total: 1, items: [item(9, 'Count by numbers')] },
    [at]: page,
    [discussion]: [],
  }
  received = fakeServer(answers)
})

const open = (path = '/proposals', applySuggestion: ProposalParts['applySuggestion'] = null) =>
  renderAt(
    path,
    <OnWorkspace>
      <ProposalPartsContext value={{ renderMarkdown: null, Diff: null, applySuggestion }}>
        <Routes>
          <Route path="/proposals/*" element={<ProposalsRoutes />} />
        </Routes>
      </ProposalPartsContext>
      <ToastLog />
    </OnWorkspace>,
  )
const openOne = (applySuggestion: ProposalParts['applySuggestion'] = null) =>
  open('/proposals/pets/branches/next', applySuggestion)
const asked = (name: string) => received.filter(({ path }) => path.endsWith(`/rpc/${name}`))
const shows = (more: Partial<Proposal>, ofPage: Partial<ProposalPage> = {}) => {
  answers[at] = { ...page, ...ofPage, proposal: { ...proposal, ...more } }
}
const fileIs = (text: string) => {
  answers['GET /api/v1/projects/cHJqOjM/branches/next/file'] = () =>
    new Response(text, { headers: { 'Content-Type': 'application/octet-stream' } })
}

describe('what is said of a proposal', () => {
  it('is written over by who has seen alone what somebody else made of it', async () => {
    const user = userEvent.setup()
    shows({ description: 'As it was' })
    answers['POST /rest/v1/rpc/update_proposal'] = () => {
      shows({ description: 'Of another' })
      return problem(409, 'CONFLICT', 'Somebody else has changed this text meanwhile.')
    }
    openOne()
    await user.click(await screen.findByRole('button', { name: 'Change the description' }))
    await user.type(screen.getByRole('textbox', { name: 'Description' }), ', and mine')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Of another')).toBeTruthy()
    expect(asked('update_proposal')[0]?.body).toMatchObject({ p_was: { description: 'As it was' } })
    answers['POST /rest/v1/rpc/update_proposal'] = null
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Go on with mine' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asked('update_proposal')[1]?.body).toMatchObject({
        p_description: 'As it was, and mine',
        p_was: { description: 'Of another' },
      }),
    )
  })
})

describe('the title of a proposal', () => {
  it('is changed, and says at its field what is wrong with it', async () => {
    const user = userEvent.setup()
    shows({ is_mine: true })
    const why = 'Please fill in this field.'
    answers['POST /rest/v1/rpc/update_proposal'] = () =>
      json(400, { code: 'PT400', message: why, details: '{"field": "title"}', hint: 'VALIDATION_ERROR' })
    openOne()
    await user.click(await screen.findByRole('button', { name: 'Change the title' }))
    const form = within(screen.getByRole('form', { name: 'Title' }))
    await user.type(form.getByRole('textbox', { name: 'Title' }), ' and names{Enter}')
    await form.findByRole('textbox', { name: 'Title', description: why })
    answers['POST /rest/v1/rpc/update_proposal'] = null
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Title' })).toBeNull())
    expect(asked('update_proposal').at(-1)?.body).toMatchObject({
      p_title: 'Count by numbers and names',
      p_was: { title: 'Count by numbers' },
    })
  })
})

describe('a merge', () => {
  it('says at the version what is wrong with it', async () => {
    const user = userEvent.setup()
    const why = 'There is a release of this version already.'
    answers['POST /rest/v1/rpc/proposal_merge'] = {
      may_merge: true,
      reason: null,
      content_hash: 'b',
      baseline_content_hash: 'a',
      is_current: true,
      conflicts: 0,
      changed: 1,
      files: [],
      problem: null,
      may_release: true,
      last_version: '1.0.0',
    }
    answers['POST /rest/v1/rpc/merge_proposal'] = () =>
      json(409, { code: 'PT409', message: why, details: '{"field": "version"}', hint: 'CONFLICT' })
    open('/proposals/pets/branches/next/merge')
    const form = within(await screen.findByRole('form', { name: 'Merge' }))
    await user.click(form.getByRole('checkbox', { name: /^Make it a release/ }))
    await user.click(form.getByRole('button', { name: 'Merge into main' }))
    await form.findByRole('textbox', { name: 'Version', description: why })
    expect(form.queryByRole('alert')).toBeNull()
    expect(asked('merge_proposal')[0]?.body).toMatchObject({ p_version: '2.0.0' })
  })
})

describe('the list', () => {
  it('asks for what is mine, and for what waits for me, as its tabs say', async () => {
    const user = userEvent.setup()
    answers[list] = ({ body }: ReceivedRequest) =>
      json(
        200,
        (body as { p_of: string }).p_of === 'waiting'
          ? { total: 1, items: [item(10, 'For you', { is_waiting: true })] }
          : { total: 1, items: [item(9, 'Count by numbers')] },
      )
    open()
    expect(await screen.findByRole('link', { name: 'Count by numbers' })).toBeTruthy()
    expect(asked('list_proposals').at(-1)?.body).toMatchObject({ p_of: 'all', p_status: 'open' })
    await user.click(screen.getByRole('link', { name: 'Waiting for me' }))
    expect(await screen.findByRole('link', { name: 'For you' })).toBeTruthy()
    expect(screen.getByText('Waiting for you')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Mine' }))
    await waitFor(() => expect(asked('list_proposals').at(-1)?.body).toMatchObject({ p_of: 'mine' }))
  })

  it('keeps its filters in the address, and narrows to a project', async () => {
    const user = userEvent.setup()
    open('/proposals?status=merged&search=count')
    await screen.findByRole('link', { name: 'Count by numbers' })
    expect(asked('list_proposals').at(-1)?.body).toMatchObject({ p_status: 'merged', p_search: 'count' })
    await user.click(screen.getByRole('button', { name: 'Pets' }))
    await waitFor(() => expect(asked('list_proposals').at(-1)?.body).toMatchObject({ p_project_id: 3 }))
    await user.click(await screen.findByRole('button', { name: 'Only Pets: show all projects' }))
    await waitFor(() => expect(asked('list_proposals').at(-1)?.body).toMatchObject({ p_project_id: null }))
  })

  it.each([
    ['/proposals', 'No proposals yet'],
    ['/proposals?of=waiting', 'Nothing waits for you'],
    ['/proposals?status=closed', 'No results'],
  ])('says at %s why it is empty', async (path, title) => {
    answers[list] = { total: 0, items: [] }
    open(path)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  it('says that it loads, and that it could not be read', async () => {
    const held = Promise.withResolvers<void>()
    answers[list] = async () => {
      await held.promise
      return failed()
    }
    open()
    expect(await screen.findByRole('status', { name: 'Loading the proposals' })).toBeTruthy()
    held.resolve()
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()
  })

  it('names somebody who is no longer there', async () => {
    answers[list] = { total: 1, items: [item(9, 'Count by numbers', { author: null })] }
    open()
    expect(await screen.findByText(/next for main · Deleted user/)).toBeTruthy()
  })
})

describe('a proposal', () => {
  it('is approved as it is on screen, with a note', async () => {
    const user = userEvent.setup()
    answers['POST /rest/v1/rpc/review_proposal'] = null
    openOne()
    await user.type(await screen.findByRole('textbox', { name: 'Note (optional)' }), 'Fine.')
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(asked('review_proposal')[0]?.body).toMatchObject({
        p_verdict: 'approved',
        p_content_hash: 'now',
        p_note: 'Fine.',
      }),
    )
  })

  it('that has ended makes room for another one of its branch, and the others are there', async () => {
    const user = userEvent.setup()
    shows(
      { status: 'merged', ended_at: '2026-01-03' },
      {
        baselines: [{ id: 11, name: 'main', is_default: true }],
        others: [{ id: 8, title: 'The one before', status: 'closed' }],
      },
    )
    openOne()
    const before = await screen.findByRole('link', { name: 'The one before' })
    expect(before.getAttribute('href')).toBe('/proposals/pets/branches/next?proposal=8')
    await user.click(screen.getByRole('link', { name: 'Propose next anew' }))
    expect(await screen.findByRole('form', { name: 'New proposal' })).toBeTruthy()
  })

  it('that is open is shown to who asks for a new one', async () => {
    shows({}, { baselines: [{ id: 11, name: 'main', is_default: true }] })
    open('/proposals/pets/branches/next?new')
    expect(await screen.findByRole('heading', { level: 1, name: 'Count by numbers' })).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'New proposal' })).toBeNull()
  })

  it('says that an approval fell, and asks for another one', async () => {
    shows({ reviews: [review({ is_mine: true, fallen_at: '2026-01-03' })] })
    openOne()
    expect(await screen.findByText('You approved it before it changed.')).toBeTruthy()
    expect(screen.getByText(/^Approved before it changed/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', false)
  })

  it('is not reviewed by who proposes it', async () => {
    shows({ is_mine: true })
    openOne()
    expect(await screen.findByText('You proposed this: others review it.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('stays readable without its branch and without those who wrote', async () => {
    shows(
      {
        branch_id: null,
        comparison: 'gone',
        content_hash: null,
        author: null,
        reviews: [review({ person: null })],
      },
      { branch: null },
    )
    answers[discussion] = [thread(suggestion, null)]
    openOne()
    expect(await screen.findByText(/The branch next was deleted/)).toBeTruthy()
    expect(await screen.findByText('Like this?')).toBeTruthy()
    expect(screen.getAllByText(/Deleted user/).length).toBeGreaterThan(1)
    expect(screen.getByText('There is nothing to review before the branch has content.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Apply suggestion' })).toBeNull()
  })

  it('says who no longer sees it', async () => {
    shows({
      reviewers: [
        {
          user_id: 2,
          team_id: null,
          is_required: true,
          name: 'Mia Maker',
          avatar_url: null,
          reads: false,
          may_unask: true,
        },
      ],
    })
    openOne()
    expect(await screen.findByText('Does not see it any more')).toBeTruthy()
  })

  it('says that it could not be read, and that there is none', async () => {
    answers[at] = failed
    const { unmount } = openOne()
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()
    unmount()
    answers[at] = null
    openOne()
    expect(
      await screen.findByRole('heading', { name: /not found|doesn.t exist|cannot be found/i }),
    ).toBeTruthy()
  })
})

describe('a suggestion', () => {
  beforeEach(() => {
    answers[discussion] = [thread(suggestion)]
  })
  const suggested = () => screen.findByRole('group', { name: 'Suggestion' })

  it('is applied by who may edit, and says what is left to do', async () => {
    const user = userEvent.setup()
    fileIs('a:\n  type: integer\n')
    const apply = vi.fn(async () => {
      answers[discussion] = [thread({ ...suggestion, applied_at: '2026-01-03', applied_by: 'Ada Lovelace' })]
      return { commitId: null }
    })
    openOne(apply)
    await user.click(await within(await suggested()).findByRole('button', { name: 'Apply suggestion' }))
    expect(apply).toHaveBeenCalledWith(
      { workspaceId: 7, projectId: 3, projectSlug: 'pets', branchSlug: 'next' },
      expect.objectContaining({ commentId: 5, path: 'api.yaml', replacement: 'type: string' }),
    )
    expect(await screen.findByText('Applied by Ada Lovelace')).toBeTruthy()
    expect(screen.getByText(/^Applied. Publish it in the Studio/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Apply suggestion' })).toBeNull()
  })

  it.each([
    ['running', null, 'It is being committed.'],
    ['pushed', null, 'Committed.'],
    [
      'failed',
      'The branch is protected.',
      'Not committed: The branch is protected. Commit it in the Studio.',
    ],
  ])('becomes a commit of a project from Git, and says how that goes: %s', async (status, reason, said) => {
    const user = userEvent.setup()
    fileIs('a:\n  type: integer\n')
    shows({}, { project: { ...page.project, type: 'vcs' } })
    answers['GET /rest/v1/document_commits'] = [{ status, reason }]
    openOne(async () => {
      answers[discussion] = [thread({ ...suggestion, applied_at: '2026-01-03', applied_by: 'Ada Lovelace' })]
      return { commitId: '0c6f7b0e-0000-4000-8000-000000000001' }
    })
    await user.click(await within(await suggested()).findByRole('button', { name: 'Apply suggestion' }))
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getByText('Applied. It is being committed, and then part of the proposal.')).toBeTruthy()
  })

  it('is outdated once its text has changed', async () => {
    fileIs('a:\n  type: number\n')
    openOne(async () => ({ commitId: null }))
    expect(await within(await suggested()).findByText('Outdated')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Apply suggestion' })).toBeNull()
  })

  it('tells why it was not applied', async () => {
    const user = userEvent.setup()
    fileIs('type: integer')
    const refuse = vi
      .fn<NonNullable<ProposalParts['applySuggestion']>>()
      .mockResolvedValueOnce({ reason: 'The text that it is about has changed.' })
      .mockRejectedValueOnce(
        new ApiProblem({
          code: 'CONFLICT',
          status: 409,
          detail: 'This suggestion has been applied already.',
          fields: [],
        }),
      )
    openOne(refuse)
    const button = await within(await suggested()).findByRole('button', { name: 'Apply suggestion' })
    await user.click(button)
    expect(await screen.findByText('The text that it is about has changed.')).toBeTruthy()
    await user.click(button)
    expect(await screen.findByText('This suggestion has been applied already.')).toBeTruthy()
  })

  it('is applied neither by who only reads, nor where files are pushed', async () => {
    fileIs('type: integer')
    shows({}, { may_edit: false })
    const { unmount } = openOne(async () => ({ commitId: null }))
    expect(within(await suggested()).queryByRole('button')).toBeNull()
    unmount()
    shows({}, { project: { ...page.project, type: 'cli' } })
    openOne(async () => ({ commitId: null }))
    expect(await screen.findByText('The files of this project are pushed: change them there.')).toBeTruthy()
  })

  it('shows what nobody would see', async () => {
    fileIs('type: integer')
    answers[discussion] = [
      thread({
        ...suggestion,
        replacement: 'type: \u202estring\u200b\ufe0f\ufe01\u{e0100} 👩‍🚀 ❤\ufe0f 1\ufe0f\u20e3',
      }),
    ]
    openOne()
    const shown = '‹U+202E›string‹U+200B›‹U+FE0F›‹U+FE01›‹U+E0100› 👩‍🚀 ❤\ufe0f 1\ufe0f\u20e3'
    expect((await suggested()).textContent).toContain(shown)
  })

  it('is made in a reply, of the line that the thread is about', async () => {
    const user = userEvent.setup()
    fileIs('a:\n  type: integer\nb: 1\n')
    answers[discussion] = [thread(null)]
    answers['POST /rest/v1/rpc/reply_to_proposal_thread'] = 6
    openOne()
    await user.click(await screen.findByRole('button', { name: 'Reply' }))
    await user.click(screen.getByRole('button', { name: 'Suggest another text' }))
    const text = await screen.findByRole('textbox', { name: 'Should read' })
    expect(text).toHaveProperty('value', '  type: integer')
    await user.clear(text)
    await user.type(text, '  type: string')
    await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'Rather this.')
    await user.click(screen.getByRole('button', { name: 'Reply and suggest' }))
    await waitFor(() =>
      expect(asked('reply_to_proposal_thread')[0]?.body).toMatchObject({
        p_thread_id: 4,
        p_text: 'Rather this.',
        p_suggestion: { original: '  type: integer', replacement: '  type: string' },
      }),
    )
  })

  it('is made beside a comment on a change', async () => {
    const user = userEvent.setup()
    fileIs('a:\n  type: integer\nb: 1\n')
    answers['POST /rest/v1/rpc/proposal_nodes'] = {
      total: 1,
      items: [
        {
          position: 1,
          uri: '/there',
          type: 'model',
          name: 'There',
          operation: 'updated',
          semver: 'major',
          change_count: 1,
          changes: [
            {
              semver: 'major',
              rule: 'type',
              message: 'Type changed',
              before: 'string',
              after: 'integer',
              pointer: '/a/type',
              line: 2,
            },
          ],
          path: 'api.yaml',
          threads: 0,
        },
      ],
    }
    answers['POST /rest/v1/rpc/start_proposal_thread'] = 4
    open('/proposals/pets/branches/next/changes')
    await user.click(await screen.findByRole('button', { name: 'Comment on: Type changed' }))
    await user.click(screen.getByRole('button', { name: 'Suggest another text' }))
    const text = await screen.findByRole('textbox', { name: 'Should read' })
    expect(text).toHaveProperty('value', '  type: integer')
    await user.clear(text)
    await user.type(text, '  type: string')
    await user.type(screen.getByRole('textbox', { name: 'Comment on There' }), 'Like this?')
    await user.click(screen.getByRole('button', { name: 'Comment and suggest' }))
    await waitFor(() =>
      expect(asked('start_proposal_thread')[0]?.body).toMatchObject({
        p_node_uri: '/there',
        p_suggestion: {
          original: '  type: integer',
          before: 'a:\n',
          after: '\nb: 1\n',
          replacement: '  type: string',
        },
      }),
    )
  })
})
