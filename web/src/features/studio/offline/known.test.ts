// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
import '../../../shared/testing/host.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { adoptToken, stopSession } from '../../../shared/data/session.ts'
import { tokenFor } from '../../../shared/testing/server.ts'
import { forgetMe, knownMe, rememberMe } from './known.ts'

const forgotten: string[] = []

beforeEach(() => {
  vi.stubGlobal('indexedDB', {
    deleteDatabase: (name: string) => {
      forgotten.push(name)
      const request = { onsuccess: () => undefined }
      queueMicrotask(() => request.onsuccess())
      return request
    },
  })
})
afterEach(() => {
  stopSession()
  window.localStorage.clear()
  forgotten.length = 0
  vi.unstubAllGlobals()
})

const ada = { id: 1, name: 'Ada' }
const signInAs = (account: string) => adoptToken(tokenFor(300, account))

it('knows who works here as long as it is their session', () => {
  expect(knownMe()).toBeNull()
  signInAs('11111111-1111-4111-8111-111111111111')
  rememberMe(ada)
  expect(knownMe()).toEqual(ada)
  signInAs('22222222-2222-4222-8222-222222222222')
  expect(knownMe()).toBeNull()
  expect(forgotten).toEqual([])
})

it('forgets the copies of who was here before, and of who signs out', async () => {
  signInAs('11111111-1111-4111-8111-111111111111')
  rememberMe(ada)
  rememberMe({ id: 2, name: 'Ben' })
  expect(forgotten).toEqual(['waymark-studio-copies-1'])
  await forgetMe()
  expect(forgotten).toEqual(['waymark-studio-copies-1', 'waymark-studio-copies-2'])
  expect(knownMe()).toBeNull()
})
