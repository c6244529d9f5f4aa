// @vitest-environment-options { "url": "http://waymark.localhost:3000/login" }
import '../testing/host.ts'
import { beforeEach, expect, it } from 'vitest'
import { recentWorkspaces, rememberWorkspace } from './recent.ts'
import { writeSharedCookie } from './shared-cookie.ts'

beforeEach(() => {
  window.localStorage.clear()
  writeSharedCookie('recent_workspace', '', 0)
})

it('the base host knows every workspace visited on hosts of their own, newest first, and five at most', () => {
  for (const slug of ['one', 'two', 'three', 'four', 'two', 'five', 'six']) {
    rememberWorkspace(slug)
    // What a workspace's host keeps is not in sight of the others.
    window.localStorage.clear()
  }
  expect(recentWorkspaces()).toEqual(
    ['six', 'five', 'two', 'four', 'three'].map((slug) => `${slug}.waymark.localhost:3000`),
  )
})

it.each(['evil.example', 'https:__evil.example', '_', 'a'.repeat(30)])(
  'a cookie of "%s" adds nothing',
  (value) => {
    writeSharedCookie('recent_workspace', value, 60)
    expect(recentWorkspaces()).toEqual([])
  },
)
