// biome-ignore-all lint/suspicious/noThenProperty: that is what rules call it.
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../../analysis/types.ts'
import { renderDocs } from '../testing.tsx'
import RulesetView from './RulesetView.tsx'

const show = (data: JsonValue) => renderDocs(<RulesetView data={data} header={<h1>Rules</h1>} />)

describe('a style guide', () => {
  it('shows its rules by severity, with what they ask and where', () => {
    show({
      extends: [['spectral:oas', 'all'], './base.yaml'],
      rules: {
        'quiet-rule': 'off',
        'tag-names': {
          description: 'Tags are **short**.',
          given: ['$.tags[*]'],
          then: { field: 'name', function: 'length', functionOptions: { max: 20 } },
          severity: 'hint',
          formats: ['oas3'],
        },
        'must-have-contact': {
          given: '$.info',
          then: { field: 'contact', function: 'truthy' },
          severity: 0,
          message: 'Who answers?',
          documentationUrl: 'https://example.com/contact',
        },
      },
      overrides: [{ files: ['old/**'], rules: { 'must-have-contact': 'off' } }],
      aliases: { Ops: ['$.paths[*][*]'] },
    })
    const [first, second, third, fourth] = screen.getAllByRole('article') as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ]
    expect(first.textContent).toMatch(
      /must-have-contacterror.*Where\$\.infoWhatcontact: truthyMessageWho answers\?/,
    )
    expect(within(first).getByRole('link').getAttribute('href')).toBe('https://example.com/contact')
    expect(second.textContent).toMatch(/tag-nameshintoas3Tags are short\..*name: length \{"max": ?20\}/)
    expect(third.textContent).toBe('quiet-ruleoff')
    expect(fourth.textContent).toBe('must-have-contactoff')
    screen.getByText('spectral:oas')
    screen.getByText('old/**')
    screen.getByText('#Ops')
  })

  it('links nowhere that is no page, and stands whatever was written', () => {
    show({
      extends: [7, null, ['spectral:oas', 3]],
      rules: {
        a: null,
        b: [1],
        c: { given: 7, then: [null, 'x'], documentationUrl: 'javascript:alert(1)' },
        d: 99,
      },
      overrides: 'x',
      aliases: { A: { targets: [null, { given: 3 }] } },
      except: { x: 1 },
    })
    expect(screen.getAllByRole('article')).toHaveLength(4)
    expect(screen.queryAllByRole('link')).toEqual([])
  })

  it('shows nothing but its head where it is none', () => {
    show('text')
    screen.getByRole('heading', { name: 'Rules' })
  })
})
