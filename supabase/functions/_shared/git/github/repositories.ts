// GitHub: who calls, organisations and repositories (docs.github.com, REST "Users", "Organizations", "Repositories",
// "Search").
import { z } from 'zod'
import { ownUrl, sshUrl } from '../address.ts'
import type { Api } from '../api.ts'
import type { Cursor, RepositoriesRequest } from '../host.ts'
import type { GitOrganization, GitRepository, GitUser, NewRepository, Page, RepositoryRef } from '../model.ts'
import { cursorOf, nextParameter, numberOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import type { ProviderSettings } from '../provider.ts'
import { idText, listOf, nameText, shownText, urlText } from '../shapes.ts'

const accountSchema = z.object({ id: idText, login: nameText })

const organizationSchema = accountSchema.extend({
  name: shownText(200),
  plan: z.object({ name: z.string().max(100) }).optional(),
})

const repositorySchema = z.object({
  id: idText,
  name: nameText,
  owner: accountSchema,
  description: shownText(250),
  private: z.boolean(),
  visibility: z.enum(['public', 'internal', 'private']).optional(),
  default_branch: nameText.nullish(),
  clone_url: urlText,
  ssh_url: urlText.nullish(),
  html_url: urlText,
  stargazers_count: z.int().nonnegative().nullish(),
})

/** "Get the authenticated user". */
export async function user(api: Api): Promise<GitUser> {
  const { body } = await api.call('/user', accountSchema)
  return { id: body.id, username: body.login }
}

/** "List organizations for the authenticated user". */
export async function organizations(api: Api, cursor?: Cursor): Promise<Page<GitOrganization>> {
  const query = { per_page: pageSize, page: numberOf(cursor) }
  const { body, headers } = await api.call('/user/orgs', listOf(organizationSchema), { query })
  return { items: body.map(organizationOf), next: cursorOf(nextParameter(headers, 'page')) }
}

/** "Get an organization". */
export async function organization(api: Api, slug: string): Promise<GitOrganization> {
  return organizationOf((await api.call(at`/orgs/${slug}`, organizationSchema)).body)
}

/** "List organization repositories", "List repositories for the authenticated user"; with a text "Search repositories". */
export async function repositories(
  api: Api,
  { organization: org, search, cursor }: RepositoriesRequest,
): Promise<Page<GitRepository>> {
  const query = { per_page: pageSize, page: numberOf(cursor) }
  const found = search === undefined ? await listed(api, org, query) : await searched(api, org, search, query)
  return {
    items: found.items.map((repository) => repositoryOf(api.settings, repository)),
    next: cursorOf(nextParameter(found.headers, 'page')),
  }
}

type Query = Record<string, string | number | undefined>

async function listed(api: Api, org: string | null, query: Query) {
  const path = org === null ? '/user/repos' : at`/orgs/${org}/repos`
  const only: Query = org === null ? { affiliation: 'owner' } : {}
  const { body, headers } = await api.call(path, listOf(repositorySchema), {
    query: { ...query, ...only, sort: 'full_name' },
  })
  return { items: body, headers }
}

async function searched(api: Api, org: string | null, search: string, query: Query) {
  const owner = org === null ? `user:${(await user(api)).username}` : `org:${org.replace(/[^\w-]/g, '')}`
  const schema = z.object({ items: listOf(repositorySchema) })
  const q = `${search} in:name fork:true ${owner}`
  const { body, headers } = await api.call('/search/repositories', schema, { query: { ...query, q } })
  return { items: body.items, headers }
}

/** "Get a repository"; by its number, as redirects of renamed ones lead to. */
export async function repository(
  api: Api,
  { externalId, externalOrgSlug, externalSlug }: RepositoryRef,
): Promise<GitRepository> {
  const path = externalId ? at`/repositories/${externalId}` : at`/repos/${externalOrgSlug}/${externalSlug}`
  return repositoryOf(api.settings, (await api.call(path, repositorySchema)).body)
}

/** "Create an organization repository", "Create a repository for the authenticated user". */
export async function createRepository(
  api: Api,
  { organization: org, slug, visibility }: NewRepository,
): Promise<GitRepository> {
  const path = org === null ? '/user/repos' : at`/orgs/${org}/repos`
  const chosen =
    org === null ? { private: visibility !== 'public' } : { private: visibility !== 'public', visibility }
  const json = { name: slug, auto_init: true, ...chosen }
  const { body } = await api.call(path, repositorySchema, { method: 'POST', json })
  return repositoryOf(api.settings, body)
}

function organizationOf({ id, login, name, plan }: z.output<typeof organizationSchema>): GitOrganization {
  return { slug: login, externalId: id, name: name || login, allowsInternal: plan?.name === 'enterprise' }
}

function repositoryOf(settings: ProviderSettings, found: z.output<typeof repositorySchema>): GitRepository {
  return {
    externalId: found.id,
    externalOrgSlug: found.owner.login,
    externalSlug: found.name,
    name: found.name,
    description: found.description,
    visibility: found.visibility ?? (found.private ? 'private' : 'public'),
    defaultBranch: found.default_branch ?? null,
    remoteUrlHttp: ownUrl(settings, found.clone_url),
    remoteUrlSsh: sshUrl(found.ssh_url),
    webUrl: ownUrl(settings, found.html_url),
    externalStarCount: found.stargazers_count ?? null,
  }
}
