// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../testing/host.ts'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { acme, OnWorkspace, renderAt } from '../testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest, tokenFor } from '../testing/server.ts'
import { messageOf } from './api.ts'
import { nextOffset, readOn, usePages } from './read.ts'
import type { Page } from './rows.ts'
import { rpc } from './supabase.ts'

const path = '/rest/v1/rpc/list_groups'
const refusal = { code: 'PT403', message: 'You may not.', details: null, hint: null }
let answers: Answers
let requests: ReceivedRequest[]
let isRefused: boolean

beforeEach(() => {
  isRefused = false
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': { token: tokenFor(3600) },
    [`POST ${path}`]: ({ body }: ReceivedRequest) => {
      // Only once: a reader who asks again and again would get through.
      if (isRefused) {
        isRefused = false
        return json(403, refusal)
      }
      return json(200, { items: [{ id: (body as { p_offset: number }).p_offset }], total: 4 })
    },
  }
  requests = fakeServer(answers)
})

/** A list of four, a page of one shown at first; the buttons read on. */
function List() {
  const pages = usePages({
    key: ['groups', { list: 'test' }],
    read: (offset): Promise<Page<{ id: number }>> =>
      rpc('list_groups', { p_workspace_id: acme.id, p_limit: 1, p_offset: offset }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    signedIn: true,
    select: (data) => data.pages.flatMap(({ items }) => items),
  })
  const [read, setRead] = useState<number>()
  const readOnTo = async (count: number) =>
    setRead((await readOn(pages, ({ length }) => length >= count))?.length)
  return (
    <>
      <p>{`${pages.data?.length ?? 0} shown, ${read ?? 0} read`}</p>
      {pages.error ? <p>{messageOf(pages.error)}</p> : null}
      <button type="button" onClick={() => void readOnTo(3)}>
        Three
      </button>
      <button type="button" onClick={() => void readOnTo(Infinity)}>
        All
      </button>
    </>
  )
}

async function open() {
  const { user } = renderAt(
    '/',
    <OnWorkspace>
      <List />
    </OnWorkspace>,
  )
  await screen.findByText('1 shown, 0 read')
  return { press: (name: string) => user.click(screen.getByRole('button', { name })) }
}

const received = () => requests.filter((request) => request.path === path).length

it('reads all pages, or as many as are enough', async () => {
  const { press } = await open()
  await press('Three')
  await screen.findByText('3 shown, 3 read')
  await press('All')
  await screen.findByText('4 shown, 4 read')
  expect(received()).toBe(4)
})

it('stops at a refusal, and reads on when asked again', async () => {
  const { press } = await open()
  isRefused = true
  await press('All')
  await screen.findByText('1 shown, 1 read')
  expect(screen.getByText('You may not.')).toBeTruthy()
  expect(received()).toBe(2)
  await press('All')
  await screen.findByText('4 shown, 4 read')
  expect(received()).toBe(5)
})
