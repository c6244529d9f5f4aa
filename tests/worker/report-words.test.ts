// What a pull request is told, whatever things are called in it.
import { expect, test } from 'vitest'
import { commentOf, statusText } from '../../worker/report/comment.ts'

const docs = 'https://acme.example/docs/pets'
const none = { breaking: 0, added: 0, fixed: 0 }

test('changes stand in groups, the rest is counted', () => {
  const text = commentOf(
    {
      counts: { ...none, breaking: 3, added: 1 },
      listed: [
        { group: 'added', subject: 'GET /new', message: 'The operation was added.' },
        { group: 'breaking', subject: 'GET /old', message: 'The operation was removed.' },
      ],
    },
    2,
    docs,
  )
  expect(text).toBe(
    [
      '## API changes',
      '### Breaking (3)',
      '- `GET /old`: The operation was removed.\n- … and 2 more',
      '### Added (1)',
      '- `GET /new`: The operation was added.',
      '2 references lead nowhere.',
      `[Documentation of this branch](${docs})`,
    ].join('\n\n'),
  )
})

test('names from files mention nobody, link nothing, show no picture and end no line', () => {
  const evil = '@everyone ![x](https://evil.example/x.png)\n# Title <img src=x> `code` [a](b)'
  const listed = [{ group: 'fixed' as const, subject: evil, message: evil }]
  const text = commentOf({ counts: { ...none, fixed: 1 }, listed }, 0, docs)
  const [line] = text.split('\n').filter((one) => one.startsWith('- '))
  const [code, message] = line?.split('`: ') ?? []
  expect(code?.slice(3)).not.toContain('`')
  expect(message).not.toMatch(/@everyone|(?<!\\)[[\]()<>!`#]|https:\/\//)
  expect(text.split('\n').filter((one) => one.startsWith('#'))).toEqual([
    '## API changes',
    '### Fixed and other changes (1)',
  ])
})

test('a status counts in words', () => {
  expect(statusText(0, 0)).toBe('No breaking changes, no broken references')
  expect(statusText(1, 2)).toBe('1 breaking change, 2 broken references')
})
