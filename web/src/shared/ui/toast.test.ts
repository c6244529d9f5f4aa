import { expect, it } from 'vitest'
import { receiveToasts, type Toast, toasts } from './toast.ts'

function heard(raise: () => void): Toast {
  const all: Toast[] = []
  const stop = receiveToasts((toast) => all.push(toast))
  raise()
  stop()
  return all[0] as Toast
}

it('leaves out what a client library puts before a message', () => {
  expect(heard(() => toasts.error('GraphQL error: You may not.')).message).toBe('You may not.')
})

it('shortens a summary to 500 characters', () => {
  expect(heard(() => toasts.error('x'.repeat(501))).message).toBe('x'.repeat(500))
})

it('stays for 5 s, an error for 10 s', () => {
  expect(heard(() => toasts.success('Saved')).durationMs).toBe(5_000)
  expect(heard(() => toasts.error('Not saved')).durationMs).toBe(10_000)
})
