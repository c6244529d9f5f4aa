import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { spectralLint } from '../tests/support/spectral.ts'
import { tryExamples } from './engine/rule-examples.ts'

const tried = (text: string, others: Record<string, string> = {}) => {
  const files = new Map(Object.entries({ '.spectral.yaml': text, ...others }))
  return tryExamples('.spectral.yaml', { read: (path) => files.get(path) })
}

const RULES = `extends: ./base.yaml
aliases: {Operations: ["$.paths[*][*]"]}
rules:
  ids:
    given: "#Operations"
    message: Each operation has an operationId.
    severity: off
    then: {field: operationId, function: truthy}
    extensions:
      examples:
        pass:
          - {paths: {/a: {get: {operationId: a}}}}
          - |
            paths:
              /a:
                get: {summary: no id}
        fail:
          - {paths: {/a: {get: {}}}}
          - {paths: {}}
          - "paths: ["
  title:
    given: $.info
    then: {field: title, function: truthy}
`

it('tells which examples of a rule do not hold, where they stand, and of no other rule', async () => {
  const base = 'rules: {based: {given: $, then: {field: never, function: truthy}}}\n'
  const { tried: count, failed } = await tried(RULES, { 'base.yaml': base })
  expect(count).toBe(5)
  expect(failed).toEqual([
    {
      file: '.spectral.yaml',
      line: 13,
      column: expect.any(Number),
      rule: 'ids',
      message: 'Example 2 must pass, and the rule says: Each operation has an operationId.',
    },
    expect.objectContaining({
      line: 19,
      message: 'Example 2 must fail, and the rule finds nothing in it.',
    }),
    expect.objectContaining({
      line: 20,
      message: expect.stringMatching(/^Example 3 cannot be read: /),
    }),
  ])
})

it('says what are no examples, and tries a hundred at most', async () => {
  const rule = (examples: string) =>
    `rules: {a: {given: $, then: {field: x, function: truthy}, extensions: {examples: ${examples}}}}`
  expect((await tried(rule('[1]'))).failed).toMatchObject([
    { rule: 'a', message: expect.stringMatching(/two lists/) },
  ])
  expect((await tried(rule('{pass: 1}'))).failed).toMatchObject([{ message: 'Examples stand in a list.' }])
  const many = await tried(rule(`{fail: [${'{}, '.repeat(101)}]}`))
  expect(many.tried).toBe(100)
  expect(many.failed).toMatchObject([{ message: 'Only the first 100 examples of a ruleset are tried.' }])
  expect(await tried('rules: {a: off, b: {given: $, then: {function: truthy}}}')).toEqual({
    tried: 0,
    failed: [],
  })
})

it('stands where Spectral’s own command leaves it alone', () => {
  const dir = mkdtempSync(join(tmpdir(), 'examples-'))
  try {
    writeFileSync(join(dir, '.spectral.yaml'), RULES.replace('extends: ./base.yaml\n', ''))
    writeFileSync(join(dir, 'api.yaml'), 'info: {title: A}\npaths: {/a: {get: {}}}\n')
    expect(spectralLint(dir, ['api.yaml'])).toEqual([])
  } finally {
    rmSync(dir, { recursive: true })
  }
})
