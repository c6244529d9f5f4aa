import { expect, it } from 'vitest'
import { type ListedRoute, RoutingTable } from '../../../supabase/functions/mocks/model/routing.ts'

const paths = [
  '/',
  '/pets',
  '/pets/{id}',
  '/pets/mine',
  '/files/{name}',
  '/files/{name}.{type}',
  '/v{n}/pets',
  '/caf%C3%A9/{a}',
  '/é/x',
]
const table = new RoutingTable(paths.map((path): ListedRoute => ['get', path, path, null]))
const found = (path: string) => {
  const match = table.match('get', path, null)
  return 'uri' in match ? match.uri : null
}

it.each([
  ['/', '/'],
  ['/pets', '/pets'],
  ['/pets/', '/pets'],
  ['/pets/7', '/pets/{id}'],
  ['/pets/a%2Fb', '/pets/{id}'],
  ['/pets/mine', '/pets/mine'],
  ['/files/a', '/files/{name}'],
  ['/files/a.b', '/files/{name}.{type}'],
  ['/files/.b', '/files/{name}'],
  ['/v2/pets', '/v{n}/pets'],
  ['/%C3%A9/x', '/é/x'],
  ['/pets//', null],
  ['/v/pets', null],
  ['/birds', null],
])('%s is %s', (path, uri) => {
  expect(found(path)).toBe(uri)
})

it('takes the first of several APIs, the named one where one is named, and says what methods a path has', () => {
  const apis = new RoutingTable([
    ['get', '/a', '/one', 'x'],
    ['get', '/a', '/two', 'y'],
    ['post', '/a', '/three', 'y'],
  ])
  expect(apis.match('get', '/a', null)).toEqual({ uri: '/one' })
  expect(apis.match('get', '/a', 'y')).toEqual({ uri: '/two' })
  expect(apis.match('head', '/a', 'y')).toEqual({ uri: '/two' })
  expect(apis.match('post', '/a', 'x')).toEqual({ allowed: ['get'] })
  expect(apis.match('post', '/b', null)).toEqual({ allowed: [] })
})
