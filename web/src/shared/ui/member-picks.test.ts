import { describe, expect, it } from 'vitest'
import { addEntries, invalidEntriesMessage, type Picked, problemLines, splitEntries } from './member-picks.ts'

const none = { assignable: [], checkAddress: undefined }
const address = (email: string, problem: string | null = null): Picked => ({
  kind: 'address',
  email,
  problem,
})

describe('a pasted list', () => {
  it('is split at commas, semicolons, blanks and line breaks, each entry once', () => {
    expect(splitEntries(' a@x.io, b@x.io;c@x.io\r\nd@x.io  A@x.io\n')).toEqual([
      'A@x.io',
      'b@x.io',
      'c@x.io',
      'd@x.io',
    ])
  })

  it('may come out of a mail program', () => {
    expect(splitEntries('Ada Lovelace <ada@x.io>, "Hopper, Grace" <grace@x.io>')).toContain('ada@x.io')
    expect(splitEntries('Ada Lovelace <ada@x.io>; Grace <grace@x.io>')).toEqual(['ada@x.io', 'grace@x.io'])
  })
})

describe('entries', () => {
  it('are marked where they are no addresses, or cannot be invited', () => {
    const checkAddress = (email: string) => (email.startsWith('known') ? 'Already a member' : null)
    expect(addEntries([], ['a@x.io', 'nobody', 'known@x.io'], { assignable: [], checkAddress })).toEqual([
      address('a@x.io'),
      address('nobody', 'Invalid e-mail address'),
      address('known@x.io', 'Already a member'),
    ])
  })

  it('are there once, whatever their case', () => {
    expect(addEntries([address('a@x.io')], ['A@X.io', 'b@x.io'], none)).toHaveLength(2)
  })

  it('mean the assignable member who has the address', () => {
    const assignable = [
      { userId: 1, name: 'Ada', email: 'ada@x.io' },
      { userId: 2, name: 'Grace', email: 'grace@x.io', disabledBecause: 'Already in this team' },
    ]
    expect(addEntries([], ['ADA@x.io', 'grace@x.io'], { assignable, checkAddress: undefined })).toEqual([
      { kind: 'member', userId: 1, name: 'Ada', email: 'ada@x.io' },
      address('grace@x.io', 'Already in this team'),
    ])
  })
})

describe('what is said of invalid entries', () => {
  const value = ['a', 'b', 'c', 'd', 'e'].map((name) => address(name, 'Invalid e-mail address'))

  it('names three and counts the rest', () => {
    expect(problemLines(value)).toEqual(['Invalid e-mail address: a, b, c and 2 more'])
    expect(invalidEntriesMessage(value)).toBe('Cannot send form due to invalid entries: a, b, c and 2 more')
  })

  it('is nothing where there are none', () => {
    expect(invalidEntriesMessage([address('a@x.io')])).toBeNull()
  })
})
