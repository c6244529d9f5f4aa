import '../shared/testing/host.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toasts } from '../shared/ui/toast.ts'
import { ToastArea } from './ToastArea.tsx'

it('shows at most two toasts: the oldest makes room', async () => {
  render(<ToastArea />)
  act(() => toasts.error('First'))
  await screen.findByText('First')
  act(() => toasts.error('Second'))
  act(() => toasts.success('Third'))
  await screen.findByText('Third')
  await waitFor(() => expect(screen.queryByText('First')).toBeNull())
  screen.getByText('Second')
})
