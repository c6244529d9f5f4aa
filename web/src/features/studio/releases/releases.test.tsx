import '../../../shared/testing/host.ts'
import { describe, expect, it } from 'vitest'
import { isVersion, nextVersion } from '../../../shared/data/versions.ts'
import type { ShownChanges } from '../preview/analysis-protocol.ts'
import { saidVersion } from './compare.ts'
import { mostNotes, notesOf } from './next-release.ts'

describe('the version that is suggested', () => {
  it.each([
    ['1.4.2', 'major', '2.0.0'],
    ['1.4.2', 'minor', '1.5.0'],
    ['1.4.2', 'patch', '1.4.3'],
    ['1.4.2', null, '1.4.3'],
    // Before 1.0.0 anything may break; a minor version says that something does.
    ['0.4.2', 'major', '0.5.0'],
    ['0.4.2', 'minor', '0.4.3'],
    ['2.0.0-rc.1', 'major', '2.0.0'],
  ] as const)('after %s with %s changes is %s', (last, level, next) => {
    expect(nextVersion(last, level, '9.9.9')).toBe(next)
  })

  it('is what the description says where there is none before, or 1.0.0', () => {
    expect(nextVersion(null, null, '0.3.0')).toBe('0.3.0')
    expect(nextVersion(null, null, 'v3')).toBe('1.0.0')
    const api = { path: 'api.yaml', text: 'openapi: 3.1.0\ninfo:\n  title: A\n  version: "2.1.0"\n' }
    expect(saidVersion([{ path: 'package.json', text: '{"version": "5.0.0"}' }, api])).toBe('2.1.0')
    expect(saidVersion([])).toBeNull()
  })

  it('is one of Semantic Versioning', () => {
    expect(['1.0.0', '1.0.0-beta.1'].every(isVersion)).toBe(true)
    expect(['1.0', 'v1.0.0', '01.0.0', '1.0.0+build', ''].some(isVersion)).toBe(false)
  })
})

describe('the notes that a release begins with', () => {
  const change = (group: 'breaking' | 'added' | 'fixed', message: string) =>
    ({ level: 'minor', group, message, subject: 'GET /pets', at: null }) as const
  const changes = (list: ShownChanges['changes'], more = false): ShownChanges => ({
    level: 'minor',
    counts: { major: 0, minor: 0, patch: 0 },
    changes: list,
    more,
  })

  it('say what has changed, what may break clients first, and names as they are', () => {
    const notes = notesOf(
      changes([change('added', 'new_field was *added*'), change('breaking', 'limit is gone')]),
    )
    expect(notes).toBe(
      '## Breaking changes\n\n- `GET /pets`: limit is gone\n\n## Added\n\n- `GET /pets`: new\\_field was \\*added\\*',
    )
  })

  it('are short enough for the database, and say what is left out', () => {
    const notes = notesOf(changes(Array.from({ length: 1_000 }, (_, n) => change('fixed', `change ${n}`))))
    expect(notes.length).toBeLessThanOrEqual(mostNotes)
    expect(notes).toMatch(/And more\.$/)
    expect(notesOf(changes([], true))).toBe('And more.')
  })
})
