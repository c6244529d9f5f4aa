// Bitbucket Cloud: who calls, workspaces and repositories (developer.atlassian.com/cloud/bitbucket, REST 2.0 "Users",
// "Workspaces", "Repositories").
import { z } from 'zod'
import { ownUrl, sshUrl } from '../address.ts'
import type { Api } from '../api.ts'
import type { Cursor, RepositoriesRequest } from '../host.ts'
import type { GitOrganization, GitRepository, GitUser, NewRepository, Page, RepositoryRef } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { carriedBy, cursorOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import type { ProviderSettings } from '../provider.ts'
import { anything, idText, listOf, nameText, shownText, urlText } from '../shapes.ts'

const workspaceSchema = z.object({ uuid: idText, slug: nameText, name: shownText(200) })

const repositorySchema = z.object({
  uuid: idText,
  name: shownText(200),
  full_name: nameText,
  description: shownText(250),
  is_private: z.boolean(),
  mainbranch: z.object({ name: nameText }).nullish(),
  links: z.object({
    html: z.object({ href: urlText }),
    clone: listOf(z.object({ name: z.string().max(20), href: urlText }), 10),
  }),
})

/** A list of the API: pages are named by the address of the next one. */
export function pageOf<S extends z.ZodType>(entry: S) {
  return z.object({ values: listOf(entry), next: urlText.optional() })
}

/** The cursor of the next page: of its address the parameter alone. */
export function nextOf(next: string | undefined): string | null {
  return next && URL.canParse(next) ? cursorOf(new URL(next).searchParams.get('page')) : null
}

/** "Get current user". */
export async function user(api: Api): Promise<GitUser> {
  const schema = z.object({ uuid: idText, username: nameText.optional(), nickname: nameText.optional() })
  const { body } = await api.call('/user', schema)
  return { id: body.uuid, username: body.username ?? body.nickname ?? body.uuid }
}

/** "List workspaces for user". */
export async function organizations(api: Api, cursor?: Cursor): Promise<Page<GitOrganization>> {
  const query = { pagelen: pageSize, page: carriedBy(cursor) }
  const { body } = await api.call('/workspaces', pageOf(workspaceSchema), { query })
  return { items: body.values.map(organizationOf), next: nextOf(body.next) }
}

/** "Get a workspace". */
export async function organization(api: Api, slug: string): Promise<GitOrganization> {
  return organizationOf((await api.call(at`/workspaces/${slug}`, workspaceSchema)).body)
}

/** "List repositories in a workspace", filtered by name. */
export async function repositories(
  api: Api,
  { organization: workspace, search, cursor }: RepositoriesRequest,
): Promise<Page<GitRepository>> {
  if (workspace === null) throw noOwn()
  const query = {
    pagelen: pageSize,
    page: carriedBy(cursor),
    sort: 'slug',
    q: search === undefined ? undefined : `name ~ "${search}"`,
  }
  const { body } = await api.call(at`/repositories/${workspace}`, pageOf(repositorySchema), { query })
  const items = body.values.map((repository) => repositoryOf(api.settings, repository))
  return { items, next: nextOf(body.next) }
}

/** The path of a repository in the API: its UUID stays when it is renamed. */
export function repositoryPath({ externalOrgSlug, externalSlug, externalId }: RepositoryRef): string {
  return at`/repositories/${externalOrgSlug}/${externalId || externalSlug}`
}

/** "Get a repository". */
export async function repository(api: Api, ref: RepositoryRef): Promise<GitRepository> {
  return repositoryOf(api.settings, (await api.call(repositoryPath(ref), repositorySchema)).body)
}

/** "Create a repository", then "Create a commit by uploading a file": it begins without any. */
export async function createRepository(
  api: Api,
  { organization: workspace, name, slug, visibility }: NewRepository,
): Promise<GitRepository> {
  if (workspace === null) throw noOwn()
  const path = at`/repositories/${workspace}/${slug}`
  const json = { scm: 'git', name, is_private: visibility !== 'public' }
  await api.call(path, repositorySchema, { method: 'POST', json })
  const form = new FormData()
  form.set('message', 'Initial commit')
  form.set('branch', 'main')
  form.set('/README.md', new Blob([`# ${name}\n`]), 'README.md')
  await api.call(`${path}/src`, anything, { method: 'POST', form })
  return repository(api, { externalOrgSlug: workspace, externalSlug: slug })
}

function noOwn(): GitRefusal {
  return new GitRefusal('not_supported', 'Repositories of Bitbucket Cloud belong to a workspace.')
}

function organizationOf({ uuid, slug, name }: z.output<typeof workspaceSchema>): GitOrganization {
  return { slug, externalId: uuid, name: name || slug, allowsInternal: false }
}

function repositoryOf(settings: ProviderSettings, found: z.output<typeof repositorySchema>): GitRepository {
  const clone = (name: string) => found.links.clone.find((link) => link.name === name)?.href
  const [org = '', slug = ''] = found.full_name.split('/')
  return {
    externalId: found.uuid,
    externalOrgSlug: org,
    externalSlug: slug,
    name: found.name || slug,
    description: found.description,
    visibility: found.is_private ? 'private' : 'public',
    defaultBranch: found.mainbranch?.name ?? null,
    remoteUrlHttp: ownUrl(settings, clone('https') ?? ''),
    remoteUrlSsh: sshUrl(clone('ssh')),
    webUrl: ownUrl(settings, found.links.html.href),
    externalStarCount: null,
  }
}
