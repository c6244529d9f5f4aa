import '../shared/testing/host.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { toasts } from '../shared/ui/toast.ts'
import { ToastArea } from './ToastArea.tsx'

it('can be dismissed, for what it lies over', async () => {
  render(<ToastArea />)
  act(() => toasts.error('In the way'))
  await screen.findByText('In the way')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByText('In the way')).toBeNull())
})

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
