// @vitest-environment-options { "url": "http://waymark.localhost:3000/login" }
import '../testing/host.ts'
import { beforeEach, expect, it } from 'vitest'
import { forgetPrivate } from './private-storage.ts'
import {
  recentProjects,
  recentSearches,
  recentWorkspaces,
  rememberProject,
  rememberSearch,
  rememberWorkspace,
} from './recent.ts'
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

it('the projects opened last in a workspace, newest first, and five at most', () => {
  const here = { workspace: 1, viewer: 'ada' }
  for (const slug of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) rememberProject(here, slug)
  rememberProject({ ...here, workspace: 2 }, 'elsewhere')
  expect(recentProjects(here)).toEqual(['f', 'e', 'b', 'd', 'c'])
  for (const key of Object.keys(window.localStorage)) window.localStorage.setItem(key, '{"not": "a list"}')
  expect(recentProjects(here)).toEqual([])
})

it('what an account opened and searched for is in no other one’s sight, nor in a visitor’s', () => {
  const ada = { workspace: 1, viewer: 'ada' }
  rememberProject(ada, 'pets')
  rememberSearch(ada, 'acquisition')
  for (const viewer of ['bob', null]) {
    expect(recentProjects({ ...ada, viewer })).toEqual([])
    expect(recentSearches({ ...ada, viewer })).toEqual([])
  }
  expect([recentProjects(ada), recentSearches(ada)]).toEqual([['pets'], ['acquisition']])
})

it('what an account opened and searched for is gone when they sign out, what this device visited is not', () => {
  const ada = { workspace: 1, viewer: 'ada' }
  rememberProject(ada, 'pets')
  rememberSearch(ada, 'acquisition')
  rememberWorkspace('acme')
  forgetPrivate()
  expect([recentProjects(ada), recentSearches(ada)]).toEqual([[], []])
  expect(JSON.stringify({ ...window.localStorage })).not.toMatch(/pets|acquisition/)
  expect(recentWorkspaces()).toEqual(['acme.waymark.localhost:3000'])
})
