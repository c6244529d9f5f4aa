import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareDescriptions } from '../../analysis/changes/index.ts'
import { parseText } from '../../analysis/parse/parse-text.ts'
import { knownChanges, knownPair } from '../support/changes/known-changes.ts'

const FIXTURES = [
  resolve(import.meta.dirname, '../fixtures/todo-12kb.yaml'),
  ...['asana-3mb.yaml', 'box-1.8mb.json', 'stripe-3.5mb.json', 'github-13mb.json'].map((name) =>
    resolve(import.meta.dirname, '../../../shared/fixtures/openapi', name),
  ),
].filter((path) => existsSync(path))

test('fifty known changes are found with their levels, and none is invented', () => {
  const { before, after } = knownPair()
  const { changes } = compareDescriptions(
    { path: 'old.json', content: before },
    { path: 'new.json', content: after },
  )
  const found = changes.map(({ rule, level, operation }) => ({ rule, level, path: operation?.path }))
  expect(knownChanges.length).toBe(50)
  expect(found).toEqual(knownChanges)
})

describe.each(FIXTURES)('%s', (path) => {
  test('is the same as itself, written in another way and described in other words', () => {
    const text = readFileSync(path, 'utf8')
    const { value } = parseText(text, path)
    const rewritten = JSON.stringify(value).replaceAll(/"description":"[^"\\]/g, '"description":"~')
    const report = compareDescriptions({ path, content: text }, { path: 'new.json', content: rewritten })
    expect(report).toEqual({
      level: null,
      counts: { major: 0, minor: 0, patch: 0 },
      changes: [],
      truncated: false,
    })
  })
})
