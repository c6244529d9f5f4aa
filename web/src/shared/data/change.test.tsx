import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { networkProblem } from './api.ts'
import { useChange } from './change.ts'

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

function Cache({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}

it('a change made without a connection fails at once, and is not sent later', async () => {
  onlineManager.setOnline(false)
  const run = vi.fn(() => Promise.reject(networkProblem()))
  const { result } = renderHook(() => useChange({ run }), { wrapper: Cache })
  act(() => result.current.mutate())
  await waitFor(() => expect(result.current.isError).toBe(true))
  onlineManager.setOnline(true)
  expect(run).toHaveBeenCalledTimes(1)
})
