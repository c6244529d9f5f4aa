import { describe, expect, it } from 'vitest'
import { branchOfRef, durationText } from './words.ts'

describe('the words of tasks', () => {
  it('says durations in hours, minutes and seconds, without those that are none', () => {
    expect([0, 999, 1000, 59_999, 60_000, 3_600_000, 3_725_000].map(durationText)).toEqual([
      '<1s',
      '<1s',
      '1s',
      '59s',
      '1m',
      '1h',
      '1h 2m 5s',
    ])
    expect(durationText(null)).toBe('')
  })

  it('takes the branch out of a ref, slashes and all', () => {
    expect(branchOfRef('refs/heads/feature/refs/heads/x')).toBe('feature/refs/heads/x')
    expect(branchOfRef(null)).toBe('')
  })
})
