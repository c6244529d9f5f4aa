import { describe, expect, test } from 'vitest'
import { RULES } from '../../analysis/changes/rules.ts'
import { PROPERTY_RULES, SCHEMA_RULES } from '../../analysis/changes/schema-rules.ts'
import { catalogue, changeCases, hasChangeCases, score } from '../support/changes/change-cases.ts'

describe.skipIf(!hasChangeCases)('published cases of other checkers', () => {
  test.each(['worked', 'held out'] as const)('%s: what breaks is found, and nothing else', (part) => {
    const { expected, found, missed, alarms } = score(changeCases(part))
    console.log(`${part}: ${found} of ${expected} found; missed: ${missed.join(', ') || 'none'}`)
    expect(found / expected).toBeGreaterThanOrEqual(0.97)
    // A nullable reference to an enum that lost a value may be null now, whatever that tool makes of it.
    expect(alarms).toEqual(part === 'worked' ? ['oas-0639 request-property-became-nullable'] : [])
  })

  test('rules of the catalogue have its level where no tool disputes it', () => {
    const wrong = catalogue().flatMap(({ rule, level, taste }) => {
      const ours = levelOf(rule)
      return taste || !ours || ours === level ? [] : [`${rule}: ${ours}, not ${level}`]
    })
    expect(wrong).toEqual([])
  })
})

// Of a rule that is put together, the level of its last part by the direction that it begins with.
function levelOf(rule: string): string | undefined {
  if (rule in RULES) return RULES[rule as keyof typeof RULES][0]
  const [, direction, key = ''] =
    /^(request|response)-(?:body|property|parameter-property|parameter|header-property|header)-(.*)$/.exec(
      rule,
    ) ?? []
  const found = SCHEMA_RULES[key] ?? PROPERTY_RULES[rule.replace(/^(request|response)-/, '')]
  return found?.[(direction ?? rule.slice(0, rule.indexOf('-'))) === 'request' ? 0 : 1]
}
