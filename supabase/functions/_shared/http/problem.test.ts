import { describe, expect, test } from 'vitest'
import { type ProblemCode, problemCodes } from '../domain/errors.ts'
import { problemBody, refusal, unexpected } from './problem.ts'

/** The named codes and the statuses they answer with. */
const catalogue: [ProblemCode, number][] = [
  ['VALIDATION_ERROR', 400],
  ['INVALID_ID', 400],
  ['INVALID_TOKEN', 401],
  ['TOKEN_ERROR', 401],
  ['TOKEN_NOT_BEFORE', 401],
  ['TOKEN_EXPIRED', 401],
  ['TOKEN_PAYLOAD_MALFORMED', 401],
  ['UNAUTHENTICATED', 401],
  ['PAYMENT_REQUIRED', 402],
  ['INSUFFICIENT_PERMISSIONS', 403],
  ['WORKSPACE_IS_LOCKED', 403],
  ['ACTION_PROHIBITED', 403],
  ['USER_IS_OWNER', 403],
  ['NOT_FOUND', 404],
  ['BRANCH_NOT_FOUND', 404],
  ['CONFLICT', 409],
  ['VCS_PROVIDER_ERROR', 500],
  ['SERVICE_UNAVAILABLE', 503],
]

describe('a problem', () => {
  test.each(catalogue)('%s says what, how and where', (code, status) => {
    const body = problemBody(refusal(code, 'Why.'), '/api/v1/projects', 'trace')
    expect(body).toEqual({
      type: code,
      title: expect.stringMatching(/^[A-Z].+\.$/),
      status,
      detail: 'Why.',
      instance: '/api/v1/projects',
      trace_id: 'trace',
    })
  })

  test('nobody foresaw is the fallback, and tells nothing of its cause', () => {
    const body = problemBody(unexpected(new Error('secret')), '/api/v1/projects', 'trace')
    expect(body).toMatchObject({
      type: 'INTERNAL_SERVER_ERROR',
      status: 500,
      title: 'There was an internal error in processing the request.',
      detail: 'Please try again in a few moments and contact support if the problem persists.',
    })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('has one of the accepted statuses, or is a method, a version or a body that cannot be taken, or nothing for now', () => {
    expect([...new Set(Object.values(problemCodes))].toSorted((a, b) => a - b)).toEqual([
      400, 401, 402, 403, 404, 405, 409, 412, 413, 429, 500, 503,
    ])
  })
})
