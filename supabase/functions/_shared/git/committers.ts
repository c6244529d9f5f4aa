// Who may be invited because they work on a repository.
import type { Api } from './api.ts'
import type { GitHost } from './host.ts'
import type { GitPerson, RepositoryRef } from './model.ts'

const mostPeople = 100

/** The authors of the newest commits, each address once; addresses that no mail reaches are left out. */
export async function committers(host: GitHost, api: Api, ref: RepositoryRef): Promise<GitPerson[]> {
  return reachable(await host.commitAuthors(api, ref))
}

/** Who of these can be reached by mail: each address once. */
export function reachable(authors: GitPerson[]): GitPerson[] {
  const people = new Map<string, GitPerson>()
  for (const { name, email } of authors) {
    const address = email.trim().toLowerCase()
    if (isReachable(address) && !people.has(address)) people.set(address, { name, email: address })
  }
  return [...people.values()].slice(0, mostPeople)
}

/** Machines and hosts write commits under addresses of their own. */
function isReachable(address: string): boolean {
  return (
    /^[^\s@<>"]{1,64}@[a-z0-9.-]+\.[a-z]{2,}$/.test(address) &&
    !/(^|[.@+-])no-?reply([.@+-]|$)|\[bot\]|^git@|@localhost$/.test(address)
  )
}
