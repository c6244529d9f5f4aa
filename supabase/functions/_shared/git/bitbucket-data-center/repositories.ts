// Bitbucket Data Center: who calls, projects and repositories (developer.atlassian.com/server/bitbucket, REST "Project",
// "Repository").
import { z } from 'zod'
import { ownUrl, sshUrl } from '../address.ts'
import type { Api } from '../api.ts'
import type { Cursor, RepositoriesRequest } from '../host.ts'
import type { GitOrganization, GitRepository, GitUser, NewRepository, Page, RepositoryRef } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { cursorOf, numberOf, pageSize } from '../pages.ts'
import { at } from '../path.ts'
import { anything, commitHash, idText, listOf, nameText, shownText, urlText } from '../shapes.ts'

const projectSchema = z.object({ id: idText, key: nameText, name: shownText(200) })

const hrefs = listOf(z.object({ href: urlText, name: z.string().max(20).nullish() }), 10)

const repositorySchema = z.object({
  id: idText,
  slug: nameText,
  name: shownText(200),
  description: shownText(250),
  public: z.boolean().default(false),
  project: z.object({ key: nameText }),
  links: z.object({ clone: hrefs, self: hrefs }),
})

/** A list of the API ("Paged APIs"). */
export function pageOf<S extends z.ZodType>(entry: S) {
  return z.object({
    values: listOf(entry, 2000),
    isLastPage: z.boolean(),
    nextPageStart: z.int().nonnegative().nullish(),
  })
}

/** The cursor of the next page. */
export function nextOf({ isLastPage, nextPageStart }: z.output<ReturnType<typeof pageOf>>): string | null {
  return isLastPage ? null : cursorOf(nextPageStart)
}

/** The API has no "me": the name of who asked comes in a header of every answer. */
export async function user(api: Api): Promise<GitUser> {
  const { headers } = await api.call('/application-properties', anything)
  const name = decodedName(headers.get('x-ausername') ?? '')
  // Without credentials, or with spent ones on some versions, it answers as nobody.
  if (name === '') throw unknown(api)
  const schema = z.object({ id: idText, name: nameText })
  const { body } = await api.call(at`/users/${name}`, schema)
  return { id: body.id, username: body.name }
}

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function unknown(api: Api): GitRefusal {
  return api.access.type === 'basic'
    ? new GitRefusal('bad_credentials', 'Invalid username or password')
    : new GitRefusal('reconnect', 'Looks like your access token is expired')
}

/** "Get projects". */
export async function organizations(api: Api, cursor?: Cursor): Promise<Page<GitOrganization>> {
  const query = { limit: pageSize, start: numberOf(cursor) }
  const { body } = await api.call('/projects', pageOf(projectSchema), { query })
  return { items: body.values.map(organizationOf), next: nextOf(body) }
}

/** "Get a project". */
export async function organization(api: Api, slug: string): Promise<GitOrganization> {
  return organizationOf((await api.call(at`/projects/${slug}`, projectSchema)).body)
}

/** "Get repositories for project"; with a text "Search for repositories". */
export async function repositories(
  api: Api,
  { organization: project, search, cursor }: RepositoriesRequest,
): Promise<Page<GitRepository>> {
  const key = project ?? (await personalKey(api))
  const query = { limit: pageSize, start: numberOf(cursor) }
  const { body } =
    search === undefined
      ? await api.call(at`/projects/${key}/repos`, pageOf(repositorySchema), { query })
      : await api.call('/repos', pageOf(repositorySchema), {
          query: { ...query, name: search, projectkey: key },
        })
  const items = body.values.filter(({ project }) => project.key.toLowerCase() === key.toLowerCase())
  return { items: items.map((found) => repositoryOf(api, found, null)), next: nextOf(body) }
}

/** A person's own repositories are in the project with their name. */
async function personalKey(api: Api): Promise<string> {
  return `~${(await user(api)).username}`
}

/** The path of a repository in the API. */
export function repositoryPath({ externalOrgSlug, externalSlug }: RepositoryRef): string {
  return at`/projects/${externalOrgSlug}/repos/${externalSlug}`
}

/** "Get repository", "Get default branch". */
export async function repository(api: Api, ref: RepositoryRef): Promise<GitRepository> {
  const { body } = await api.call(repositoryPath(ref), repositorySchema)
  return repositoryOf(api, body, await defaultBranch(api, ref))
}

/** Null while there is no commit: the server knows the name then, but there is no such branch. */
async function defaultBranch(api: Api, ref: RepositoryRef): Promise<string | null> {
  const schema = z.object({ displayId: nameText, latestCommit: commitHash.nullish() })
  try {
    const { body } = await api.call(`${repositoryPath(ref)}/branches/default`, schema.optional())
    return body?.displayId ?? null
  } catch (error) {
    if (error instanceof GitRefusal && error.failure.reason === 'not_found') return null
    throw error
  }
}

/** "Create repository", then "Edit file": it begins without any. */
export async function createRepository(
  api: Api,
  { organization: project, name, visibility }: NewRepository,
): Promise<GitRepository> {
  const key = project ?? (await personalKey(api))
  const json = { name, scmId: 'git', public: visibility === 'public', defaultBranch: 'main' }
  const { body } = await api.call(at`/projects/${key}/repos`, repositorySchema, { method: 'POST', json })
  const ref = { externalOrgSlug: key, externalSlug: body.slug }
  const form = new FormData()
  form.set('content', new Blob([`# ${name}\n`]))
  form.set('message', 'Initial commit')
  form.set('branch', 'main')
  await api.call(`${repositoryPath(ref)}/browse/README.md`, anything, { method: 'PUT', form })
  return repositoryOf(api, body, 'main')
}

function organizationOf({ id, key, name }: z.output<typeof projectSchema>): GitOrganization {
  return { slug: key, externalId: id, name: name || key, allowsInternal: false }
}

function repositoryOf(
  { settings }: Api,
  found: z.output<typeof repositorySchema>,
  branch: string | null,
): GitRepository {
  const clone = (name: string) => found.links.clone.find((link) => link.name === name)?.href
  return {
    externalId: found.id,
    externalOrgSlug: found.project.key,
    externalSlug: found.slug,
    name: found.name || found.slug,
    description: found.description,
    visibility: found.public ? 'public' : 'private',
    defaultBranch: branch,
    remoteUrlHttp: ownUrl(settings, clone('http') ?? clone('https') ?? ''),
    remoteUrlSsh: sshUrl(clone('ssh')),
    webUrl: ownUrl(settings, found.links.self[0]?.href ?? ''),
    externalStarCount: null,
  }
}
