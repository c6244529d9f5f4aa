// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// The panel of comments: what is listed, said, answered and settled, and how an @ is completed.
import '../../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acme, ada, OnWorkspace, renderAt } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import type { StudioBranch, StudioFile, StudioProject } from '../model.ts'
import { memoryDocument } from '../testing.tsx'
import { CommentsPanel } from './CommentsPanel.tsx'
import { withMentions } from './CommentText.tsx'
import { CommentMarks } from './comment-marks.ts'
import { labelOf, type Thread } from './model.ts'
import type { Comments } from './use-comments.ts'

const project = { id: 5, slug: 'pets', name: 'Pets', type: 'web' } as StudioProject
const branch = { id: 9, slug: 'main', name: 'main' } as StudioBranch

const aThread = (id: number, more: Partial<Thread> = {}): Thread => ({
  id,
  document_id: 'api',
  path: 'api.yaml',
  anchor: {},
  quote: `quote ${id}`,
  is_resolved: false,
  resolved_at: null,
  resolved_by: null,
  created_at: '2026-11-22T10:00:00Z',
  last_at: '2026-11-22T10:00:00Z',
  count: 1,
  author_id: 2,
  author: 'Ben Bit',
  avatar_url: null,
  excerpt: `said ${id}`,
  is_mine: false,
  is_mentioned: false,
  unread: 0,
  ...more,
})
const said = (id: number, more: object = {}) => ({
  id,
  author_id: 2,
  author: 'Ben Bit',
  avatar_url: null,
  text: `text ${id}`,
  created_at: '2026-11-22T10:00:00Z',
  edited_at: null,
  is_mine: false,
  ...more,
})

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  window.sessionStorage.clear()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_project_permissions': [],
    'POST /rest/v1/rpc/thread_comments': [said(1)],
    'POST /rest/v1/rpc/reply_to_thread': { thread_id: 1, comment_id: 2 },
    'POST /rest/v1/rpc/start_comment': { thread_id: 3, comment_id: 3 },
    'POST /rest/v1/rpc/resolve_thread': null,
    'POST /rest/v1/rpc/read_mentions': null,
    'POST /rest/v1/rpc/mentionable_people': [
      { user_id: 2, username: 'ben', display_name: 'Ben Bit', avatar_url: null },
      { user_id: 3, username: 'bea', display_name: 'Bea Byte', avatar_url: null },
    ],
  }
  received = fakeServer(answers)
})
const bodies = (name: string) =>
  received.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)

function open(threads: Thread[], more: Partial<Comments> = {}) {
  const file = { id: 'api', path: 'api.yaml' } as StudioFile
  const comments: Comments = {
    threads,
    error: null,
    retry: vi.fn(),
    places: new Map(),
    marks: new CommentMarks(),
    unread: 0,
    isOpen: true,
    open: vi.fn(),
    close: vi.fn(),
    selected: null,
    draft: null,
    endDraft: vi.fn(),
    fileOf: ({ document_id: id }) => (id === 'api' ? file : undefined),
    show: vi.fn(),
    fold: vi.fn(),
    begin: vi.fn(),
    beginAt: vi.fn(),
    next: vi.fn(),
    extensions: undefined,
    ...more,
  }
  const panel = <CommentsPanel project={project} branch={branch} comments={comments} front="api.yaml" />
  return { comments, ...renderAt('/studio/pets', <OnWorkspace>{panel}</OnWorkspace>) }
}
const typedIn = (field: HTMLElement) => (field as HTMLTextAreaElement).value
const listed = () => screen.queryAllByText(/^said \d$/).map(({ textContent }) => textContent)

describe('the list', () => {
  it('has what is open by place, the file in front first, and what is about nothing any more', async () => {
    const range = (from: number) => ({ range: { from, to: from + 1 }, path: null, kept: 'same' as const })
    const { user } = open(
      [
        aThread(1),
        aThread(2),
        aThread(3, { document_id: 'gone', path: 'a-gone.md' }),
        aThread(4, { is_resolved: true, resolved_by: 'Ada', resolved_at: '2026-11-22T11:00:00Z' }),
        aThread(5),
      ],
      {
        places: new Map([
          [1, range(50)],
          [2, range(10)],
          [5, null],
        ]),
      },
    )
    await screen.findByText('said 1')
    expect(listed()).toEqual(['said 2', 'said 1', 'said 5', 'said 3'])
    expect(screen.getByText('What this was about has gone.')).toBeTruthy()
    expect(screen.getByText('The file that this was about has gone.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resolved (1)' }))
    expect(listed()).toEqual(['said 4'])
  })

  it('is narrowed to one’s own, to mentions, and by words', async () => {
    const { user } = open([
      aThread(1, { is_mine: true }),
      aThread(2, { is_mentioned: true, unread: 1 }),
      aThread(3),
    ])
    await user.click(await screen.findByRole('button', { name: 'Mine' }))
    expect(listed()).toEqual(['said 1'])
    await user.click(screen.getByRole('button', { name: 'Mentions (1)' }))
    expect(listed()).toEqual(['said 2'])
    await user.click(screen.getByRole('button', { name: 'Mentions (1)' }))
    await user.type(screen.getByRole('textbox', { name: 'Filter the comments' }), 'QUOTE 3')
    expect(listed()).toEqual(['said 3'])
    await user.type(screen.getByRole('textbox', { name: 'Filter the comments' }), 'x')
    expect(screen.getByText('No comment is like that.')).toBeTruthy()
  })

  it('says how one begins where nobody has said anything', async () => {
    open([])
    expect(await screen.findByText('Nobody has said anything yet.')).toBeTruthy()
  })

  it('names who is gone', async () => {
    open([aThread(1, { author: null, author_id: null })])
    expect(await screen.findByText('Deleted user')).toBeTruthy()
  })
})

describe('a thread', () => {
  it('is read, answered and resolved', async () => {
    const { user } = open([aThread(1, { unread: 2, is_mentioned: true })], { selected: 1 })
    await screen.findByText('text 1')
    await waitFor(() => expect(bodies('read_mentions')).toEqual([{ p_thread_id: 1 }]))
    const reply = screen.getByRole('textbox', { name: 'Reply' })
    await user.type(reply, 'Yes{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(bodies('reply_to_thread')).toEqual([
        { p_thread_id: 1, p_text: 'Yes', p_key: expect.any(String) },
      ]),
    )
    await waitFor(() => expect(typedIn(reply)).toBe(''))
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(bodies('resolve_thread')).toEqual([{ p_thread_id: 1, p_is_resolved: true }]))
  })

  it('keeps what was not taken, with why, and sends it again as the same', async () => {
    answers['POST /rest/v1/rpc/reply_to_thread'] = () => problem(429, 'TOO_MANY_REQUESTS', 'Too much.')
    const { user } = open([aThread(1)], { selected: 1 })
    await user.type(await screen.findByRole('textbox', { name: 'Reply' }), 'Yes')
    await user.click(screen.getByRole('button', { name: 'Reply' }))
    await screen.findByRole('alert')
    expect(typedIn(screen.getByRole('textbox', { name: 'Reply' }))).toBe('Yes')
    await user.click(screen.getByRole('button', { name: 'Reply' }))
    await waitFor(() => expect(bodies('reply_to_thread')).toHaveLength(2))
    const [first, second] = bodies('reply_to_thread') as { p_key: string }[]
    expect(first?.p_key).toBe(second?.p_key)
  })

  it('waits for a connection, and says so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = open([aThread(1)], { selected: 1 })
    await user.type(await screen.findByRole('textbox', { name: 'Reply' }), 'Later')
    expect(screen.getByText(/You are offline/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reply' }).hasAttribute('disabled')).toBe(true)
  })

  it('lets one change what is one’s own, and nothing else', async () => {
    answers['POST /rest/v1/rpc/thread_comments'] = [
      said(1),
      said(2, { is_mine: true, author: 'Ada Lovelace' }),
    ]
    answers['POST /rest/v1/rpc/edit_comment'] = { thread_id: 1, comment_id: 2 }
    const { user } = open([aThread(1)], { selected: 1 })
    await screen.findByText('text 1')
    expect(screen.queryByRole('button', { name: /Actions of the comment of Ben/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: /Actions of the comment of Ada/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }))
    await user.type(screen.getByRole('textbox', { name: 'Your comment' }), '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies('edit_comment')).toEqual([{ p_comment_id: 2, p_text: 'text 2!' }]))
  })
})

describe('an @', () => {
  it('is completed by keys, and by a click', async () => {
    const { user } = open([aThread(1)], { selected: 1 })
    const reply = await screen.findByRole('textbox', { name: 'Reply' })
    await user.type(reply, 'Hi @be')
    const options = await screen.findByRole('listbox', { name: 'People to mention' })
    expect(within(options).getAllByRole('option')).toHaveLength(2)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(typedIn(reply)).toBe('Hi @bea ')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.type(reply, 'and @b')
    await user.click(await screen.findByRole('option', { name: /Ben Bit/ }))
    expect(typedIn(reply)).toBe('Hi @bea and @ben ')
  })
})

describe('a thread that begins', () => {
  it('is about a part, with what stands there', async () => {
    const document = memoryDocument({ text: 'Some words of an article', path: 'a.md' })
    const target = { kind: 'range' as const, range: { from: 5, to: 10 } }
    const endDraft = vi.fn()
    const { user } = open([], { draft: { document, epoch: 4, target }, endDraft })
    await user.type(await screen.findByRole('textbox', { name: 'Comment on a.md' }), 'Which?')
    await user.click(screen.getAllByRole('button', { name: 'Comment' }).at(-1) as HTMLElement)
    await waitFor(() => expect(endDraft).toHaveBeenCalledWith(3))
    expect(bodies('start_comment')).toEqual([
      {
        p_document_id: 'a.md',
        p_anchor: expect.objectContaining({ kind: 'range', text: 'words', before: 'Some ', epoch: 4 }),
        p_quote: 'words',
        p_text: 'Which?',
        p_key: expect.any(String),
      },
    ])
  })
})

it.each([
  [[], 'The whole file'],
  [['paths', '/pets'], '/pets'],
  [['paths', '/pets', 'get', 'parameters', 1], 'GET /pets › parameters › 2'],
  [['components', 'schemas', 'Pet', 'properties', 'name'], 'Pet › properties › name'],
  [['info', 'title'], 'info › title'],
])('a place is called for people: %j', (path, label) => {
  expect(labelOf(path)).toBe(label)
})

it('mentions stand out, what is in code does not', () => {
  expect(withMentions('Hi @ben, `@type` and a@b.example')).toBe('Hi **@ben**, `@type` and a@b.example')
})
