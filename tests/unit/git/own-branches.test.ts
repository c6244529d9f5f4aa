// Whose branch a pull request brings: only the repository's own is analysed.
import { describe, expect, it } from 'vitest'
import { databaseEventOf } from '../../../supabase/functions/api/model/git-event.ts'

const repository = { externalId: '7', externalOrgSlug: 'acme', externalSlug: 'api' }
const told = (action: 'opened' | 'synchronized', externalId: string | null) =>
  databaseEventOf({
    type: 'pull_request',
    action,
    repository,
    number: 3,
    title: 'Pets',
    source: { branch: 'main', commit: 'a'.repeat(40), externalId },
    target: { branch: 'main' },
    author: 'stranger',
    mergeCommit: null,
  })
const opened = (externalId: string | null) => told('opened', externalId)

describe('the branch of a pull request', () => {
  it('is the repository’s own where the host says so', () => {
    expect(opened('7')).toMatchObject({ type: 'pull_request_opened', branch: 'main' })
  })

  it('is synchronised by a push, as no other event says', () => {
    const { type: _, ...whatIsOpened } = opened('7') ?? {}
    expect(told('synchronized', '7')).toEqual({ type: 'pull_request_synchronised', ...whatIsOpened })
  })

  it.each([['8'], [null]])('is of a fork, also of one that was deleted: %j', (externalId) => {
    const event = opened(externalId)
    expect(event).toMatchObject({ type: 'pull_request_of_fork' })
    expect(event).not.toHaveProperty('branch')
    expect(event).not.toHaveProperty('pull_request')
  })
})
