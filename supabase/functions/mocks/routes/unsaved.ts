// What an operation would answer as it is typed in the Studio, before anybody published it: by the same engine, within the
// same bounds (docs/decisions/0291-the-mock-of-what-is-typed.md).
import { z } from 'zod'
import { signedIn } from '../../_shared/auth/caller.ts'
import { rpc } from '../../_shared/db/rest.ts'
import { wholeBody } from '../../_shared/http/body.ts'
import { limit } from '../../_shared/http/limit.ts'
import { fieldRefusal, refusal } from '../../_shared/http/problem.ts'
import type { Router } from '../../_shared/http/router.ts'
import { workspaceSlugOf } from '../../_shared/http/workspace-host.ts'
import { answer } from '../engine/engine.ts'
import { preferencesOf, withoutPreferences } from '../model/preferences.ts'
import { shownRequest } from '../model/request.ts'
import { respond } from './answer.ts'

const mostBytes = 1024 * 1024
const mostOfBody = 256 * 1024

const asked = z.strictObject({
  /** JSON of the operation, as analysis makes it: a text, so that its numbers keep their digits. */
  operation: z
    .string()
    .min(2)
    .max(512 * 1024),
  request: z.strictObject({
    method: z.string().max(20),
    /** Path and query. */
    target: z.string().startsWith('/').max(16_000),
    headers: z.array(z.tuple([z.string().max(200), z.string().max(16_000)])).max(200),
    body: z.string().max(mostOfBody),
  }),
})

/** POST /mocks/~unsaved/{project}/{branch}: for who is signed in and reads the branch. */
export function unsavedMock(app: Router): void {
  app.post('/~unsaved/:project/:branch', async (c) => {
    signedIn(c)
    const site = workspaceSlugOf(c)
    await limit(c, 'mocks', 1_200, 60)
    const found = site
      ? await rpc(c, 'mock_operation', {
          p_workspace_slug: site,
          p_project_slug: c.req.param('project'),
          p_branch_slug: c.req.param('branch'),
        })
      : null
    if (!site || !found) throw refusal('NOT_FOUND', 'There is no such mock server.')
    const { operation, request } = read(new TextDecoder().decode(await wholeBody(c.req.raw, mostBytes)))
    // Behind a host, for one that begins with two slashes would name its own.
    const { pathname, searchParams } = new URL(`http://mock.invalid${request.target}`)
    const headers = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]))
    const wanted = preferencesOf(headers.get('prefer'), searchParams)
    const shown = shownRequest(
      { path: pathname, query: withoutPreferences(searchParams), headers, body: request.body },
      new TextEncoder().encode(request.body).length,
    )
    const job = { digest: await digestOf(operation), text: operation, request: shown, wanted }
    return respond(c, await answer({ owner: site, client: signedIn(c).authId }, job), request.method)
  })
}

function read(text: string): z.infer<typeof asked> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw fieldRefusal('body', 'The request body is not valid JSON.')
  }
  const { data, error } = asked.safeParse(value)
  if (!data) {
    const issue = error.issues[0]
    throw fieldRefusal(issue?.path.join('.') || 'body', issue?.message ?? 'The request is not as described.')
  }
  try {
    const operation: unknown = JSON.parse(data.operation)
    if (typeof operation === 'object' && operation !== null && 'path' in operation) return data
  } catch {
    // What is no JSON is no operation.
  }
  throw fieldRefusal('operation', 'This is no operation as analysis makes it.')
}

/** Names the text among all that the engine keeps: made here, for whoever chose it could have others answered by their own. */
async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `unsaved ${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
