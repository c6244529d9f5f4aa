// The double of a Git host in a process of its own (see git-host.ts): it does what the messages of its parent ask for.

import type { Repository } from '../../doubles/git/state.ts'
import { startAzureServer } from '../../doubles/git-hosts.ts'
import { type HostAnswer, type HostCall, type HostCalls, ORGANIZATION } from './git-host.ts'

// Nothing listens there: what is told is written down, and sent by the bench.
const NOBODY = 'http://127.0.0.1:9'

const double = await startAzureServer()
const { state } = double
state.addOrganization(ORGANIZATION)

const repositoryOf = (id: string): Repository => {
  const found = state.byId(id)
  if (!found) throw new Error(`There is no repository ${id}.`)
  return found
}

const calls: HostCalls = {
  start: async () => ({ url: double.url, username: double.person.username, token: double.person.password }),
  addRepository: async (name, files) => String(state.addRepository(ORGANIZATION, name, { files }).id),
  async pointHooks(id, from, to) {
    for (const hook of repositoryOf(id).hooks) hook.url = hook.url.replace(from, to)
  },
  async commit(id, branch, files) {
    state.commit(repositoryOf(id), branch, files)
  },
  async writeDown(id, commits) {
    const repository = repositoryOf(id)
    const [address] = repository.hooks.map(({ url }) => url)
    for (const hook of repository.hooks) hook.url = NOBODY
    const before = state.deliveries.length
    for (const { branch, files } of commits) state.commit(repository, branch, files)
    await state.settled()
    return state.deliveries
      .slice(before)
      .map(({ headers, raw }) => ({ url: address ?? NOBODY, headers, raw }))
  },
  heads: async (id) =>
    repositoryOf(id)
      .bare.branches()
      .map(({ name, commit }) => [name, commit]),
}

process.on('message', async ({ number, name, values }: HostCall) => {
  const answer: HostAnswer = await (calls[name] as (...values: unknown[]) => Promise<unknown>)(
    ...values,
  ).then(
    (value) => ({ number, value }),
    (error: Error) => ({ number, error: error.message }),
  )
  process.send?.(answer)
})
process.once('disconnect', () => process.exit())
process.once('SIGTERM', () => void double.close().then(() => process.exit()))
