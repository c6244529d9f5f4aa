// What Azure DevOps says of a pull request comes in one kind of event: only its sentence tells a push from a vote.
import { expect, test } from 'vitest'
import { azureEvents } from '../../../supabase/functions/_shared/git/azure-devops/events.ts'

const repository = {
  id: '7',
  name: 'orders',
  project: { name: 'shop' },
  url: 'https://dev.azure.com/acme/_apis/git/repositories/7',
}

function actionOf(text: string | null, status = 'active', eventType = 'git.pullrequest.updated') {
  const [event] =
    azureEvents({
      eventType,
      ...(text !== null && { message: { text } }),
      resource: {
        ...{ repository, pullRequestId: 2, status, title: 'Orders' },
        ...{ sourceRefName: 'refs/heads/change', targetRefName: 'refs/heads/main' },
        lastMergeSourceCommit: { commitId: 'a'.repeat(40) },
      },
    }) ?? []
  return event?.type === 'pull_request' ? event.action : null
}

test.each([
  ['Ada Lovelace updated the source branch of pull request 2 (Orders) in orders', 'synchronized'],
  ['Ada (Acme) updated the source branch of pull request 2 (Orders) in orders', 'synchronized'],
  // Where a subscription asks for no sentences.
  [null, 'synchronized'],
  ['Ada Lovelace reactivated pull request 2 (Orders) in orders', 'opened'],
  ['Ada Lovelace published the pull request', 'opened'],
  ['Ada Lovelace has approved pull request 2 (Orders) in orders', null],
  ['Ada Lovelace has approved and left suggestions on pull request 2 (Orders) in orders', null],
  ['Ada Lovelace is waiting for the author on pull request 2 (Orders) in orders', null],
  ['Ada Lovelace rejected pull request 2 (Orders) in orders', null],
  ['Ada Lovelace voted on pull request 2 (Orders) in orders', null],
  ['Ada Lovelace has changed the reviewer list on pull request 2 (Orders) in orders', null],
  ['', null],
])('%j: %j', (text, action) => {
  expect(actionOf(text)).toBe(action)
})

test('what is over is so whatever the sentence is', () => {
  expect(actionOf('Ada Lovelace marked the pull request as completed', 'completed')).toBe('merged')
  expect(actionOf('Ada Lovelace abandoned pull request 2', 'abandoned')).toBe('closed')
  expect(actionOf('Ada Lovelace attempted a merge', 'active', 'git.pullrequest.merged')).toBeNull()
})
