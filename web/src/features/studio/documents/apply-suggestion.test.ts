import { beforeEach, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { documentOf, firstState, textOf } from '../../../../../editing/documents/state.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { applySuggestion } from './apply-suggestion.ts'
import { fromBase64 } from './wire.ts'

const rpc = vi.hoisted(() => vi.fn())
const load = vi.hoisted(() => vi.fn())
const document = vi.hoisted(() => ({ id: 'document' }))
vi.mock('../../../shared/data/supabase.ts', () => {
  const query = { select: () => query, eq: () => query, is: () => query }
  return { rpc, supabase: { from: () => query }, unwrap: async () => [document] }
})
vi.mock('./supabase-server.ts', () => ({ documentsOf: () => ({ load }) }))

const text = 'a: 1\r\nb: 2\nc: 3\r\n'
const state = firstState(text)
const place = { workspaceId: 7, projectId: 3, projectSlug: 'pets', branchSlug: 'next' }
const suggestion = {
  commentId: 5,
  path: 'a.yaml',
  original: 'b: 2\nc: 3',
  before: 'a: 1\n',
  after: '\n',
  replacement: 'b: 2\nc: 4',
}
const moved = new ApiProblem({ code: 'CONFLICT', status: 409, detail: 'It has changed.', fields: [] })

/** What the server says to each attempt; the last answer stays. */
let answers: (ApiProblem | null)[]
let seq: number
beforeEach(() => {
  vi.clearAllMocks()
  answers = [null]
  seq = 0
  rpc.mockImplementation(async (name: string) => {
    if (name === 'open_studio') return { mode: 'readWrite', branch: { id: 12 } }
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer) throw answer
    return null
  })
  // Somebody types: each time one looks there is one update more.
  load.mockImplementation(async () => ({ epoch: 1, seq: ++seq, snapshot: state, updates: [] }))
})
const sent = () =>
  rpc.mock.calls.filter(([name]) => name === 'apply_proposal_suggestion').map(([, args]) => args)

it('is one edit of the text as its file has it, which leaves all other bytes', async () => {
  expect(await applySuggestion(place, suggestion)).toEqual({ commitId: null })
  const doc = documentOf(state, [])
  Y.applyUpdate(doc, fromBase64(sent()[0].p_update) ?? new Uint8Array())
  expect(textOf(doc)).toBe('a: 1\r\nb: 2\nc: 4\r\n')
})

it('is tried anew while somebody types in the file, each time with what is there by then', async () => {
  answers = [moved, moved, null]
  expect(await applySuggestion(place, suggestion)).toEqual({ commitId: null })
  expect(sent().map(({ p_seq }) => p_seq)).toEqual([1, 2, 3])
})

it('says what the server refuses, in the end or at once', async () => {
  answers = [moved]
  await expect(applySuggestion(place, suggestion)).rejects.toBe(moved)
  expect(sent()).toHaveLength(4)
  const denied = new ApiProblem({ code: 'INSUFFICIENT_PERMISSIONS', status: 403, detail: 'No.', fields: [] })
  answers = [denied]
  await expect(applySuggestion(place, suggestion)).rejects.toBe(denied)
  expect(sent()).toHaveLength(5)
})

it('is outdated once its text has changed', async () => {
  load.mockResolvedValue({ epoch: 1, seq: 1, snapshot: firstState('a: 1\nb: 5\n'), updates: [] })
  expect(await applySuggestion(place, suggestion)).toEqual({
    reason: 'The text that it is about has changed.',
  })
  expect(sent()).toEqual([])
})

it('names the commit that the server makes of it', async () => {
  rpc.mockImplementation(async (name: string) =>
    name === 'open_studio' ? { mode: 'readWrite', branch: { id: 12 } } : 'commit',
  )
  expect(await applySuggestion(place, suggestion)).toEqual({ commitId: 'commit' })
})
