// Bodies that call themselves a form with files, which have a larger limit, where no files are taken.
import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'

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
