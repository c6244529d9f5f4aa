import { describe, expect, test } from 'vitest'
import { analyzeFiles, nodeAt } from './testing.ts'

const RULE = JSON.parse('{"given": "$", "then": {"function": "truthy"}}')

describe('rulesets', () => {
  test.each(['.spectral.yaml', '.spectral.yml', '.spectral.json', 'spectral.yaml', 'apis/.spectral.json'])(
    '%s is a node with its rules as they are written',
    (path) => {
      const rules = { extends: ['spectral:oas'], rules: { 'no-x': RULE, 'info-contact': 'off' } }
      const { nodes, diagnostics } = analyzeFiles({ [path]: JSON.stringify(rules) })
      expect(nodes).toMatchObject([{ uri: `/${path}`, type: 'spectral_ruleset', data: rules }])
      expect(diagnostics).toEqual([])
    },
  )

  test('that are programs are not run', () => {
    const files = { '.spectral.js': 'export default {}', 'spectral.mjs': 'process.exit(1)' }
    const { nodes, diagnostics } = analyzeFiles(files)
    expect(nodes).toEqual([])
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['invalid-ruleset', '.spectral.js'],
      ['invalid-ruleset', 'spectral.mjs'],
    ])
  })

  test('may extend one another', () => {
    const result = analyzeFiles({
      '.spectral.yaml': 'extends: [[./rules/spectral.yaml, all], "spectral:oas", ./gone.yaml, ../out.yaml]',
      'rules/spectral.yaml': 'rules: {}',
    })
    expect(result.edges).toEqual([
      { type: 'ref', from: '/.spectral.yaml', to: '/rules/spectral.yaml', path: '/extends/0' },
    ])
    expect(result.diagnostics).toMatchObject([
      { code: 'unresolved-ref', file: '.spectral.yaml', line: 1, column: 57 },
      { code: 'outside-ref', file: '.spectral.yaml' },
    ])
  })

  test('what is odd in one is said with its place, and it is kept', () => {
    const text = `functions: [mine]
rules:
  no-then: {given: $}
  no-given: {then: {}}
  loud: very
  changed: {severity: warn}
`
    const result = analyzeFiles({ '.spectral.yaml': text })
    expect(result.diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['invalid-ruleset', 3],
      ['invalid-ruleset', 4],
      ['invalid-ruleset', 5],
      ['invalid-ruleset', 1],
    ])
    expect(nodeAt(result, '.spectral.yaml').type).toBe('spectral_ruleset')
  })

  test.each(['[]', '{}', '{"rules": []}'])('%s is said to be none', (text) => {
    const { diagnostics } = analyzeFiles({ '.spectral.json': text })
    expect(diagnostics.map(({ code }) => code)).toEqual(['invalid-ruleset'])
  })
})

test('a style guide has the name and the description that it gives itself', () => {
  const guide = { name: 'House rules', description: 'How we do it.', rules: { 'no-x': RULE } }
  const { nodes } = analyzeFiles({ '.stoplight/styleguide.json': JSON.stringify(guide) })
  expect(nodes).toMatchObject([
    { type: 'styleguide', name: 'House rules', summary: 'How we do it.', data: guide },
  ])
})

test('nothing else in .stoplight is a node by chance', () => {
  expect(analyzeFiles({ '.stoplight/resolutions.json': '{"a": 1}' }).nodes).toEqual([])
})
