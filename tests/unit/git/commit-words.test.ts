// What commits say of themselves, as strangers may write them.
import { expect, test } from 'vitest'
import { commitDetails } from '../../../worker/git/commit-details.ts'

const commit = (headers: string[], message = 'Describe pets\n') =>
  commitDetails(Buffer.from(`tree ${'0'.repeat(40)}\n${headers.join('\n')}\n\n${message}`))

test('author, date, first parent and message', () => {
  const parents = ['a', 'b'].map((letter) => `parent ${letter.repeat(40)}`)
  expect(
    commit([
      ...parents,
      'author Ada Lovelace <ada@example.com> 1700000000 +0100',
      'committer X <x@y.z> 1 +0000',
    ]),
  ).toEqual({
    parent: 'a'.repeat(40),
    message: 'Describe pets',
    authorName: 'Ada Lovelace',
    authorEmail: 'ada@example.com',
    committedAt: '2023-11-14T22:13:20.000Z',
  })
})

test('what is missing, odd or too long costs itself alone', () => {
  const nothing = { parent: null, authorName: null, authorEmail: null, committedAt: null }
  expect(commit(['author nobody'])).toEqual({ ...nothing, message: 'Describe pets' })
  expect(commit(['author <> 99999999999999 +0000'], '')).toEqual({ ...nothing, message: '' })
  expect(commit(['author A <a@b.c> 999999999999 +0000']).committedAt).toBeNull()
  expect(commitDetails(Buffer.from('')).message).toBe('')
  const long = commit(
    [`author ${'ä'.repeat(500)} <${'x'.repeat(500)}> 1 +0000`],
    `a\u0000\u001b[31mb${'😀'.repeat(9000)}`,
  )
  expect([long.authorName?.length, long.authorEmail?.length, [...long.message].length]).toEqual([
    200, 255, 5000,
  ])
  expect(long.message.startsWith('a[31mb😀')).toBe(true)
})

test('headers in the message are no headers', () => {
  expect(
    commit(['committer X <x@y.z> 1 +0000'], `author Eve <eve@example.com> 1 +0000\nparent ${'e'.repeat(40)}`),
  ).toMatchObject({
    parent: null,
    authorName: null,
  })
})
