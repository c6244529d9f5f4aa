import '../testing/host.ts'
import { describe, expect, it } from 'vitest'
import { fakeServer, json, problem } from '../testing/server.ts'
import { callApi, defaultMessage, messageOf } from './api.ts'

const said = (answer: () => Response, fallback?: string) => {
  fakeServer({ 'GET /api/v1/x': answer })
  return callApi('/x').catch((error: unknown) => messageOf(error, fallback))
}

describe('what is shown of a failure', () => {
  it('is what the server said of it', async () => {
    expect(await said(() => problem(409, 'CONFLICT', 'It is taken.'), 'Not saved')).toBe('It is taken.')
  })

  it.each([
    ['an answer that is no problem', () => new Response('Bad gateway', { status: 502 })],
    ['the problem of nobody foresaw', () => json(500, internal)],
  ])('is what was tried, for %s', async (_what, answer) => {
    expect(await said(answer, 'Not saved')).toBe('Not saved')
    expect(await said(answer)).toBe('Something went wrong, please try again.')
  })

  it('is what was tried, or to check the connection, when no answer came', async () => {
    const never = () => {
      throw new TypeError('Failed to fetch')
    }
    expect(await said(never, 'Not saved')).toBe('Not saved')
    expect(await said(never)).toBe('The server could not be reached. Check your connection and try again.')
  })

  it('is the default for what is no answer at all', () => {
    expect(messageOf(new Error('x is undefined'))).toBe(defaultMessage)
  })
})

const internal = {
  type: 'INTERNAL_SERVER_ERROR',
  status: 500,
  title: 'There was an internal error in processing the request.',
  detail: 'Please try again in a few moments and contact support if the problem persists.',
  instance: '/api/v1/x',
}
