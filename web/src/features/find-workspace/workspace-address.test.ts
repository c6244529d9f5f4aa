// @vitest-environment-options { "url": "http://waymark.localhost:3000/links" }
import '../../shared/testing/host.ts'
import { expect, it } from 'vitest'
import { workspaceAddress } from './workspace-address.ts'

it.each([
  ['acme', 'http://acme.waymark.localhost:3000'],
  [' Acme ', 'http://acme.waymark.localhost:3000'],
  ['acme.waymark.localhost:3000', 'http://acme.waymark.localhost:3000'],
  ['https://docs.acme.com/some/page?x=1', 'https://docs.acme.com'],
])('leads from %s to %s', (entry, address) => {
  expect(workspaceAddress(entry)).toBe(address)
})

it.each(['', 'two words', 'a'.repeat(21), 'acme_inc', 'javascript:alert(1).x', 'acme..com', 'user@acme.com'])(
  'refuses %s',
  (entry) => {
    expect(workspaceAddress(entry)).toBeNull()
  },
)
