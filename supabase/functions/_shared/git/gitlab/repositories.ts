// GitLab: who calls, groups and projects (docs.gitlab.com, "Users API", "Groups API", "Projects API", "Namespaces API").
import { z } from 'zod'
import { ownUrl, sshUrl } from '../address.ts'
import type { Api } from '../api.ts'
import type { Cursor, RepositoriesRequest } from '../host.ts'
import type { GitOrganization, GitRepository, GitUser, NewRepository, Page, RepositoryRef } from '../model.ts'
import { cursorOf, nextParameter, numberOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import type { ProviderSettings } from '../provider.ts'
import { idText, listOf, nameText, pathText, shownText, urlText } from '../shapes.ts'

const groupSchema = z.object({ id: idText, full_path: pathText, name: shownText(200) })

const projectSchema = z.object({
  id: idText,
  name: shownText(200),
  path: nameText,
  namespace: z.object({ full_path: pathText }),
  description: shownText(250),
  visibility: z.enum(['public', 'internal', 'private']),
  default_branch: nameText.nullish(),
  http_url_to_repo: urlText,
  ssh_url_to_repo: urlText.nullish(),
  web_url: urlText,
  star_count: z.int().nonnegative().nullish(),
  empty_repo: z.boolean().optional(),
})

/** "Retrieve the current user". */
export async function user(api: Api): Promise<GitUser> {
  const { body } = await api.call('/user', z.object({ id: idText, username: nameText }))
  return { id: body.id, username: body.username }
}

/** "List all groups" that the caller is in. */
export async function organizations(api: Api, cursor?: Cursor): Promise<Page<GitOrganization>> {
  const query = { per_page: pageSize, page: numberOf(cursor), min_access_level: 10 }
  const { body, headers } = await api.call('/groups', listOf(groupSchema), { query })
  return { items: body.map(organizationOf), next: cursorOf(nextParameter(headers, 'page')) }
}

/** "Retrieve a group", by its whole path. */
export async function organization(api: Api, slug: string): Promise<GitOrganization> {
  const query = { with_projects: false }
  return organizationOf((await api.call(at`/groups/${slug}`, groupSchema, { query })).body)
}

/** "List all projects in a group", "List all projects" of the caller. */
export async function repositories(
  api: Api,
  { organization: group, search, cursor }: RepositoriesRequest,
): Promise<Page<GitRepository>> {
  const path = group === null ? '/projects' : at`/groups/${group}/projects`
  const query = {
    per_page: pageSize,
    page: numberOf(cursor),
    search,
    order_by: 'path',
    sort: 'asc',
    owned: group === null ? true : undefined,
  }
  const { body, headers } = await api.call(path, listOf(projectSchema), { query })
  return {
    items: body.map((project) => repositoryOf(api.settings, project)),
    next: cursorOf(nextParameter(headers, 'page')),
  }
}

/** The path of a project in the API: by its number, or its whole path in one segment. */
export function projectPath({ externalId, externalOrgSlug, externalSlug }: RepositoryRef): string {
  return at`/projects/${externalId || `${externalOrgSlug}/${externalSlug}`}`
}

/** "Retrieve a project". */
export async function repository(api: Api, ref: RepositoryRef): Promise<GitRepository> {
  return repositoryOf(api.settings, (await api.call(projectPath(ref), projectSchema)).body)
}

/** "Create a project"; in a group, whose number "Retrieve a namespace" tells. */
export async function createRepository(
  api: Api,
  { organization: group, name, slug, visibility }: NewRepository,
): Promise<GitRepository> {
  const namespace = group === null ? null : (await organization(api, group)).externalId
  const json = {
    name,
    path: slug,
    visibility,
    initialize_with_readme: true,
    ...(namespace === null ? {} : { namespace_id: Number(namespace) }),
  }
  const { body } = await api.call('/projects', projectSchema, { method: 'POST', json })
  return repositoryOf(api.settings, body)
}

function organizationOf({ id, full_path, name }: z.output<typeof groupSchema>): GitOrganization {
  return { slug: full_path, externalId: id, name: name || full_path, allowsInternal: false }
}

function repositoryOf(settings: ProviderSettings, found: z.output<typeof projectSchema>): GitRepository {
  return {
    externalId: found.id,
    externalOrgSlug: found.namespace.full_path,
    externalSlug: found.path,
    name: found.name || found.path,
    description: found.description,
    visibility: found.visibility,
    defaultBranch: found.empty_repo ? null : (found.default_branch ?? null),
    remoteUrlHttp: ownUrl(settings, found.http_url_to_repo),
    remoteUrlSsh: sshUrl(found.ssh_url_to_repo),
    webUrl: ownUrl(settings, found.web_url),
    externalStarCount: found.star_count ?? null,
  }
}
