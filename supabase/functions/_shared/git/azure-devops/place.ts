// Where things are in Azure DevOps: repositories in projects, projects in an account (Services) or collection (Server).
import type { RepositoryRef } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { at, namesPath } from '../path.ts'
import type { ProviderSettings } from '../provider.ts'

/** The version of the REST API that calls name ("REST API versioning"); servers since 2022 know it. */
export const apiVersion = { 'api-version': '7.0' }

/** Below which address accounts or collections are. */
export function contentBase({ contentUrl, apiUrl }: ProviderSettings): string {
  return contentUrl || apiUrl
}

/** The account (or collection) and the project that an organisation's slug names; a Server's API may be a collection. */
export function placeOf(slug: string): { account: string; project: string } {
  const names = slug.split('/')
  const project = names.at(-1)
  if (!project || names.length > 2) throw new GitRefusal('invalid', 'This is no project of the provider.')
  return { account: names.length === 2 ? (names[0] ?? '') : '', project }
}

/** The path of an account. */
export function accountPath(account: string): string {
  return account === '' ? '' : at`/${account}`
}

/** The path of a repository: its id stays when it is renamed. */
export function repositoryPath({ externalOrgSlug, externalSlug, externalId }: RepositoryRef): string {
  return `/${namesPath(externalOrgSlug)}${at`/_apis/git/repositories/${externalId || externalSlug}`}`
}

/** A call below the address of content, with the version named. */
export function asked(
  settings: ProviderSettings,
  query: Record<string, string | number | boolean | undefined> = {},
) {
  return { base: contentBase(settings), query: { ...apiVersion, ...query } }
}
