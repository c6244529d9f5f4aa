// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// What is tried in the Studio is what is typed: its mock answers by the operation as it stands, its servers are called by
// the browser, and nothing of it goes through Waymark.
import '../../../shared/testing/host.ts'
import { expect, it } from 'vitest'
import { fakeServer, json } from '../../../shared/testing/server.ts'
import type { AnalysedNode } from '../../../shared/ui/node-slot.tsx'
import { unsavedTryIt } from './unsaved.ts'

const here = { workspaceId: 7, projectId: 5, projectSlug: 'pets', branchId: 9, branchSlug: 'feature/x' }
const typed = { method: 'get', path: '/pets', responses: [{ code: '200' }] }
const operation: AnalysedNode = {
  ...{ id: 'n', uri: '/reference/api.yaml/paths/~1pets/get', type: 'http_operation', slug: 'pets' },
  ...{ name: 'All pets', summary: '', tags: [], method: 'get', path: '/pets' },
  ...{ isInternal: false, isDeprecated: false, data: typed },
}
const call = (url: string) => ({ method: 'GET', url, headers: [], body: null })
const stop = new AbortController().signal

it('asks the mock by the operation as it is typed', async () => {
  const address = '/mocks/~unsaved/pets/feature%2Fx'
  const requests = fakeServer({ [`POST ${address}`]: () => json(200, [{ name: 'Rex' }]) })
  const source = unsavedTryIt(here, operation)
  const mock = `${window.location.origin}/mocks/pets/feature%2Fx`
  const answer = await source?.send?.(call(`${mock}/pets?size=2`), stop)
  expect(await answer?.body.text()).toBe('[{"name":"Rex"}]')
  const { body } = requests.find(({ path }) => path === address) ?? {}
  expect(body).toMatchObject({ request: { method: 'GET', target: '/pets?size=2', body: '' } })
  expect(JSON.parse((body as { operation: string }).operation)).toEqual(typed)
})

it('leaves servers to the browser, and has nothing sent on by Waymark', () => {
  const source = unsavedTryIt(here, operation)
  expect(source?.send?.(call('https://pets.example.com/pets'), stop)).toBeNull()
  expect(source?.address).toBeNull()
})

it('is for operations alone', () => {
  expect(unsavedTryIt(here, { ...operation, type: 'model' })).toBeNull()
})
