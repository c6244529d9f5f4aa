import { act, render } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollMs } from '../shared/data/release.ts'
import { fakeServer, json } from '../shared/testing/server.ts'
import { ReleaseWatch } from './ReleaseWatch.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

let go: (path: string) => void
function Navigator() {
  go = useNavigate()
  return null
}

function show() {
  const reload = vi.fn()
  render(
    <MemoryRouter>
      <ReleaseWatch reload={reload} />
      <Navigator />
    </MemoryRouter>,
  )
  return reload
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('takes a newer release over at the next change of route, and stops looking', async () => {
  let version = '0.0.0'
  const received = fakeServer({ 'GET /health': () => json(200, { version }) })
  const reload = show()
  await pass(pollMs)
  act(() => go('/docs/a'))
  expect(reload).not.toHaveBeenCalled()
  version = '9.9.9'
  await pass(pollMs)
  expect(reload).not.toHaveBeenCalled()
  act(() => go('/docs/b'))
  expect(reload).toHaveBeenCalledOnce()
  const before = received.length
  await pass(pollMs * 3)
  expect(received).toHaveLength(before)
})

it('thinks nothing of a server that does not answer', async () => {
  fakeServer({})
  const reload = show()
  await pass(pollMs)
  act(() => go('/docs/a'))
  expect(reload).not.toHaveBeenCalled()
})
