// What a pull request is told, whatever things are called in it.
import { expect, test } from 'vitest'
import { commentOf, statusText } from '../../worker/report/comment.ts'

const docs = 'https://acme.example/docs/pets'
const none = { breaking: 0, added: 0, fixed: 0 }
const whole = { broken: 0, mended: 0 }

test('changes stand in groups, the rest is counted', () => {
  const text = commentOf(
    {
      counts: { ...none, breaking: 3, added: 1 },
      listed: [
        { group: 'added', subject: 'GET /new', message: 'The length of “name” grew from 5 to 9.' },
        { group: 'breaking', subject: 'GET /old', message: 'The operation was removed.' },
      ],
    },
    { broken: 2, mended: 0 },
    docs,
  )
  expect(text).toBe(
    [
      '## API changes',
      '### Breaking (3)',
      '- `GET /old`: The operation was removed.\n- … and 2 more',
      '### Added (1)',
      '- `GET /new`: The length of “name” grew from 5 to 9.',
      '2 references lead nowhere.',
      `[Documentation of this branch](${docs})`,
    ].join('\n\n'),
  )
})

test('references that were broken before are told of as fixed', () => {
  expect(commentOf({ counts: none, listed: [] }, { broken: 1, mended: 2 }, docs)).toBe(
    [
      '## API changes',
      '### Fixed and other changes (2)',
      '- 2 broken references fewer than on the default branch',
      '1 reference leads nowhere.',
      `[Documentation of this branch](${docs})`,
    ].join('\n\n'),
  )
})

test('names from files mention nobody, link nothing, show no picture and end no line', () => {
  const evil = '@everyone ![x](https://evil.example/x.png)\n# Title <img src=x> `code` [a](b)'
  const listed = [{ group: 'fixed' as const, subject: evil, message: evil }]
  const text = commentOf({ counts: { ...none, fixed: 1 }, listed }, whole, docs)
  const [line] = text.split('\n').filter((one) => one.startsWith('- '))
  const [code, message] = line?.split('`: ') ?? []
  expect(code?.slice(3)).not.toContain('`')
  expect(message).toMatch(/^`[^`]*`?$/)
  expect(text.split('\n').filter((one) => one.startsWith('#'))).toEqual([
    '## API changes',
    '### Fixed and other changes (1)',
  ])
})

// What GitHub, GitLab, Bitbucket (Cloud and Data Center), Azure DevOps or their neighbours make something of outside code.
test.each([
  'www.evil.example',
  'evil.example',
  'https://evil.example',
  'someone@evil.example',
  '@everyone',
  '@org/team',
  '#12',
  '!12',
  'GH-12',
  'AB#12',
  'JIRA-12',
  'acme/pets#12',
  'acme/pets@0123456789abcdef',
  '0123456789abcdef0123456789abcdef01234567',
  'deadbeef',
  '$1',
  '%1',
  '&1',
  '~label',
  ':tada:',
  '<b>x</b>',
  '&lt;',
  '*x*',
  '_x_',
  '$`x`$',
])('%s stands in code, as the name of an operation and in a message', (name) => {
  const message = `The property “${name}” was removed.`
  const listed = [{ group: 'fixed' as const, subject: name, message }]
  const text = commentOf({ counts: { ...none, fixed: 1 }, listed }, whole, docs)
  const shown = (said: string) => `\`${said.replaceAll('`', "'")}\``
  expect(text.split('\n').find((one) => one.startsWith('- '))).toBe(`- ${shown(name)}: ${shown(message)}`)
})

test('invisible signs go, and no name is nothing', () => {
  const listed = [
    { group: 'fixed' as const, subject: '\u202e', message: 'The proper\u200bty was\u0007 removed.' },
  ]
  expect(commentOf({ counts: { ...none, fixed: 1 }, listed }, whole, docs)).toContain(
    '- `-`: The property was removed.',
  )
})

test('a branch’s name does not end the link to its documentation', () => {
  expect(commentOf({ counts: none, listed: [] }, whole, `${docs}/branches/a)!12`)).toContain(
    `](${docs}/branches/a%29%2112)`,
  )
})

test('a status counts in words', () => {
  expect(statusText(0, 0)).toBe('No breaking changes, no broken references')
  expect(statusText(1, 2)).toBe('1 breaking change, 2 broken references')
})
