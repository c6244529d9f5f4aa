// Published pairs of descriptions with the changes that the tests of other checkers expect, where they are present.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { compareDescriptions } from '../../../analysis/changes/index.ts'
import type { Change, Level } from '../../../analysis/changes/types.ts'

const SHARED = resolve(import.meta.dirname, '../../../../shared')
const CASES = resolve(SHARED, 'fixtures/changes/cases.json.gz')
const RULES = resolve(SHARED, 'design/change-rules.json')
const LEVELS: Record<string, Level> = { ERR: 'major', WARN: 'minor', INFO: 'patch' }

interface Place {
  operation?: string
  path?: string
}

interface Expected extends Place {
  rule: string
  level: 'ERR' | 'WARN' | 'INFO'
  candidates?: Place[]
  taste?: string
}

export interface ChangeCase {
  id: string
  base: string
  revision: string
  expected?: Expected[]
  negative?: 'strict' | 'focused'
  absent?: string[]
  threshold: 'ERR' | 'WARN' | 'INFO'
  taste?: string
  tags?: string[]
}

export interface Score {
  expected: number
  found: number
  /** Ids of cases with something that was not found, with its rule. */
  missed: string[]
  /** Ids of cases in which nothing breaks and something was called breaking, with its rule. */
  alarms: string[]
}

/** Whether the cases are present. */
export const hasChangeCases = existsSync(CASES) && existsSync(RULES)

/** Every fourth case is held out: it is scored, and no rule was made by looking at it. */
export function changeCases(part: 'worked' | 'held out'): ChangeCase[] {
  const all = JSON.parse(gunzipSync(readFileSync(CASES)).toString()) as ChangeCase[]
  return all.filter((_case, index) => (index % 4 === 3) === (part === 'held out'))
}

/** The catalogue: rules of the widest public checker with their levels; on those with `taste` tools differ. */
export function catalogue(): { rule: string; level: Level; taste?: string }[] {
  return JSON.parse(readFileSync(RULES, 'utf8'))
}

/** What of the changes that no tool disputes is found, and where something is said to break that does not. */
export function score(cases: ChangeCase[]): Score {
  const result: Score = { expected: 0, found: 0, missed: [], alarms: [] }
  for (const one of cases) {
    const changes = changesOf(one)
    const rest = [...changes]
    for (const expected of one.expected ?? []) {
      if (expected.taste) continue
      result.expected += 1
      const at = rest.findIndex((change) => fits(change, expected))
      if (at === -1) result.missed.push(`${one.id} ${expected.rule}`)
      else {
        result.found += 1
        rest.splice(at, 1)
      }
    }
    if (!one.taste) result.alarms.push(...alarmsOf(one, changes))
  }
  return result
}

function changesOf({ base, revision, tags }: ChangeCase): Change[] {
  const file = (path: string, text: string) => ({
    path,
    content: text.replaceAll(/@@TODAY\+\d+@@/g, '2099-01-01'),
  })
  const checkVersion = tags?.includes('versioning-policy-on') ?? false
  return compareDescriptions(file('old.yaml', base), file('new.yaml', revision), { checkVersion }).changes
}

// One checker names no rule for each change: there anything that breaks the operation counts.
function fits(change: Change, expected: Expected): boolean {
  const named = !expected.rule.startsWith('odiff:')
  if (named && (change.rule !== expected.rule || change.level !== LEVELS[expected.level])) return false
  if (!named && change.level !== 'major') return false
  return (expected.candidates ?? [expected]).some(({ operation, path }) => {
    const { operation: about } = change
    return (!operation || about?.method === operation) && (!path || !about || about.path === path)
  })
}

function alarmsOf({ id, negative, absent = [], threshold }: ChangeCase, changes: Change[]): string[] {
  const breaking = negative ? changes.filter(({ level }) => level === 'major') : []
  // What a checker was told not to list below a threshold is not absent, only not listed.
  const listed = changes.filter(({ level }) => threshold === 'INFO' || level !== 'patch')
  const wrong = listed.filter(({ rule }) => absent.includes(rule))
  return [...breaking, ...wrong].map(({ rule }) => `${id} ${rule}`)
}
