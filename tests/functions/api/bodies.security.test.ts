// Bodies that call themselves a form with files, which have a larger limit, where no files are taken.
import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace } from '../support/people.ts'

const stack = sharedStack()

/** Sends so much of a body of 50 MB and nothing more; resolves with the status of the answer. */
async function begin(path: string, bytes: number): Promise<number | undefined> {
  const req = request(`${stack.apiUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 50_000_000 },
    agent: false,
  })
  req.on('error', () => undefined)
  req.write(Buffer.alloc(bytes))
  const [answer] = await once(req, 'response')
  req.destroy()
  return answer.statusCode
}

it.each(['/otel/v1/traces', '/auth/unsubscribe'])(
  '%s refuses one before all of it has come',
  async (path) => {
    expect(await begin(path, 2_000_000)).toBe(413)
  },
)

it.each([
  ['a NUL character', 'a\0b'],
  ['half of a surrogate pair', 'a\ud800b'],
])('%s in a text names the field', async (_what, text) => {
  const { id, owner } = await aWorkspace(stack)
  const message = 'Must not contain a NUL character or half of a surrogate pair.'
  for (const [method, path, json, field] of [
    ['POST', `/workspaces/${id}/teams`, { name: text }, 'name'],
    ['PATCH', '/users/me', { first_name: 'Ada', last_name: text }, 'last_name'],
  ] as const) {
    const answer = await call(stack, path, { method, token: owner.token, json })
    expect([path, answer.status, answer.json()]).toMatchObject([
      path,
      400,
      { type: 'VALIDATION_ERROR', detail: message, errors: [{ field, message }] },
    ])
  }
})
