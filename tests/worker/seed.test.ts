// The demo workspace, as its people find it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningStack, startStack } from '../support/stack.ts'

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ args: ['--no-app'] })
}, 120_000)
afterAll(() => stack?.stop())

async function projectsOf(role: string): Promise<string[]> {
  const key = { apikey: stack.anonKey, 'content-type': 'application/json' }
  const signIn = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: key,
    body: JSON.stringify({ email: `${role}@demo.waymark.localhost`, password: `waymark-${role}` }),
  })
  const { access_token: token } = (await signIn.json()) as { access_token: string }
  const answer = await fetch(`${stack.apiUrl}/rest/v1/projects?select=slug&order=slug`, {
    headers: { ...key, authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { slug: string }[]).map(({ slug }) => slug)
}

test('its address and accounts are printed', () => {
  expect(stack.output()).toMatch(/Demo +http:\/\/demo\.waymark\.localhost:\d+/)
  for (const role of ['owner', 'maker', 'viewer', 'guest'])
    expect(stack.output()).toMatch(new RegExp(`${role}@demo\\.waymark\\.localhost +waymark-${role}`))
})

test('each of its people sees what their role may', async () => {
  const internal = ['api-style-guide', 'commerce-models', 'orders-api', 'waymark-api']
  const all = [...internal, 'bookshop-api'].sort()
  expect(await projectsOf('owner')).toEqual(all)
  expect(await projectsOf('maker')).toEqual(internal)
  expect(await projectsOf('viewer')).toEqual(internal)
  expect(await projectsOf('guest')).toEqual(['bookshop-api', 'waymark-api'])
})

test('its projects hold real content', async () => {
  const answer = await fetch(
    `${stack.apiUrl}/rest/v1/branches?select=operation_count,schema_count,project:projects!branches_project_id_fkey(slug)&order=project_id`,
    {
      headers: {
        apikey: stack.serviceRoleKey,
        authorization: `Bearer ${stack.serviceRoleKey}`,
      },
    },
  )
  const branches = (await answer.json()) as { operation_count: number; project: { slug: string } }[]
  const operations = Object.fromEntries(branches.map((b) => [b.project.slug, b.operation_count]))
  expect(operations).toMatchObject({ 'orders-api': 11, 'bookshop-api': 8, 'api-style-guide': 4 })
  expect(operations['waymark-api']).toBeGreaterThan(15)
})
