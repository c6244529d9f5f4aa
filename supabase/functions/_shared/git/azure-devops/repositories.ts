// Azure DevOps: who calls, projects and repositories (learn.microsoft.com/rest/api/azure/devops, "Profiles", "Accounts",
// "Projects", "Git / Repositories", "Git / Pushes").
import { z } from 'zod'
import { ownUrl, sshUrl } from '../address.ts'
import type { Api } from '../api.ts'
import type { Cursor, RepositoriesRequest } from '../host.ts'
import type { GitOrganization, GitRepository, GitUser, NewRepository, Page, RepositoryRef } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { carriedBy, cursorOf, invalidCursor, numberOf, pageSize } from '../pages.ts'
import { at, namesPath } from '../path.ts'
import { anything, idText, listOf, nameText, shownText, urlText } from '../shapes.ts'
import { accountPath, apiVersion, asked, placeOf, repositoryPath } from './place.ts'

const projectSchema = z.object({ id: idText, name: nameText, visibility: z.string().max(20).optional() })

const repositorySchema = z.object({
  id: idText,
  name: nameText,
  project: projectSchema,
  defaultBranch: nameText.nullish(),
  remoteUrl: urlText,
  sshUrl: urlText.nullish(),
  webUrl: urlText,
  isDisabled: z.boolean().optional(),
})

const zero = '0'.repeat(40)

/** "Connection data" of a Server, "Profiles - Get" of Services. */
export async function user(api: Api): Promise<GitUser> {
  if (api.settings.kind === 'azure_devops_services') {
    const schema = z.object({ id: idText, publicAlias: shownText(200), emailAddress: shownText(320) })
    const { body } = await api.call('/_apis/profile/profiles/me', schema, { query: apiVersion })
    return { id: body.id, username: body.emailAddress || body.publicAlias || body.id }
  }
  const account = z.object({ $value: shownText(320) })
  const schema = z.object({
    authenticatedUser: z.object({
      id: idText,
      providerDisplayName: shownText(200),
      properties: z.object({ Account: account.optional() }).optional(),
    }),
  })
  const { body } = await api.call('/_apis/connectionData', schema)
  const { id, providerDisplayName, properties } = body.authenticatedUser
  // Without credentials the server answers as an anonymous user.
  if (/^0{8}-/.test(id)) throw new GitRefusal('bad_credentials', 'Invalid username or password')
  return { id, username: properties?.Account?.$value || providerDisplayName || id }
}

/**
 * "Accounts - List" (Services) or "Project collections - List" (Server), then "Projects - List" of one account after the
 * other. The cursor holds the account's place and where its list goes on.
 */
export async function organizations(api: Api, cursor?: Cursor): Promise<Page<GitOrganization>> {
  const [, place = '0', continued = ''] = /^(\d{1,4}):(.*)$/s.exec(carriedBy(cursor) ?? '0:') ?? []
  const accounts = await accountsOf(api)
  const index = Number(place)
  const account = accounts[index]
  if (account === undefined) {
    if (index > 0) throw invalidCursor()
    return { items: [], next: null }
  }
  const query = { $top: pageSize, continuationToken: continued || undefined }
  const path = `${accountPath(account)}/_apis/projects`
  const schema = z.object({ value: listOf(projectSchema) })
  const { body, headers } = await api.call(path, schema, asked(api.settings, query))
  const more = headers.get('x-ms-continuationtoken')
  const next = more ? `${index}:${more}` : index + 1 < accounts.length ? `${index + 1}:` : null
  return { items: body.value.map((project) => organizationOf(account, project)), next: cursorOf(next) }
}

async function accountsOf(api: Api): Promise<string[]> {
  if (api.settings.kind === 'azure_devops_services') {
    const { id } = await user(api)
    const schema = z.object({ value: listOf(z.object({ accountName: nameText })) })
    const query = { ...apiVersion, memberId: id }
    return (await api.call('/_apis/accounts', schema, { query })).body.value.map(
      ({ accountName }) => accountName,
    )
  }
  try {
    const schema = z.object({ value: listOf(z.object({ name: nameText })) })
    const { body } = await api.call('/_apis/projectCollections', schema, asked(api.settings))
    return body.value.map(({ name }) => name)
  } catch (error) {
    // The API address is a collection itself.
    if (error instanceof GitRefusal && error.failure.reason === 'not_found') return ['']
    throw error
  }
}

/** "Projects - Get". */
export async function organization(api: Api, slug: string): Promise<GitOrganization> {
  const { account, project } = placeOf(slug)
  return organizationOf(account, await projectOf(api, account, project))
}

async function projectOf(api: Api, account: string, project: string) {
  const path = `${accountPath(account)}${at`/_apis/projects/${project}`}`
  return (await api.call(path, projectSchema, asked(api.settings))).body
}

/** "Repositories - List": all of a project in one answer, which is filtered and cut into pages here. */
export async function repositories(
  api: Api,
  { organization: slug, search, cursor }: RepositoriesRequest,
): Promise<Page<GitRepository>> {
  if (slug === null) throw noOwn()
  const start = numberOf(cursor) ?? 0
  const { account } = placeOf(slug)
  const schema = z.object({ value: listOf(repositorySchema, 5000) })
  const path = `/${namesPath(slug)}/_apis/git/repositories`
  const { body } = await api.call(path, schema, asked(api.settings))
  const needle = search?.toLowerCase() ?? ''
  const found = body.value
    .filter(({ name, isDisabled }) => !isDisabled && name.toLowerCase().includes(needle))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const end = start + pageSize
  return {
    items: found.slice(start, end).map((repository) => repositoryOf(api, account, repository)),
    next: end < found.length ? cursorOf(end) : null,
  }
}

/** "Repositories - Get Repository". */
export async function repository(api: Api, ref: RepositoryRef): Promise<GitRepository> {
  const { account } = placeOf(ref.externalOrgSlug)
  const { body } = await api.call(repositoryPath(ref), repositorySchema, asked(api.settings))
  return repositoryOf(api, account, body)
}

/** "Repositories - Create", then "Pushes - Create": it begins without any commit. */
export async function createRepository(
  api: Api,
  { organization: slug, slug: name }: NewRepository,
): Promise<GitRepository> {
  if (slug === null) throw noOwn()
  const { account, project } = placeOf(slug)
  const { id } = await projectOf(api, account, project)
  const made = await api.call(`/${namesPath(slug)}/_apis/git/repositories`, repositorySchema, {
    ...asked(api.settings),
    method: 'POST',
    json: { name, project: { id } },
  })
  const ref = { externalOrgSlug: slug, externalSlug: name, externalId: made.body.id }
  const readme = {
    changeType: 'add',
    item: { path: '/README.md' },
    newContent: { content: `# ${name}\n`, contentType: 'rawtext' },
  }
  await api.call(`${repositoryPath(ref)}/pushes`, anything, {
    ...asked(api.settings),
    method: 'POST',
    json: {
      refUpdates: [{ name: 'refs/heads/main', oldObjectId: zero }],
      commits: [{ comment: 'Initial commit', changes: [readme] }],
    },
  })
  return repository(api, ref)
}

function noOwn(): GitRefusal {
  return new GitRefusal('not_supported', 'Repositories of Azure DevOps belong to a project.')
}

function organizationOf(account: string, { id, name }: z.output<typeof projectSchema>): GitOrganization {
  const slug = account === '' ? name : `${account}/${name}`
  return { slug, externalId: id, name: account === '' ? name : `${account} / ${name}`, allowsInternal: false }
}

function repositoryOf(
  { settings }: Api,
  account: string,
  found: z.output<typeof repositorySchema>,
): GitRepository {
  const { slug } = organizationOf(account, found.project)
  return {
    externalId: found.id,
    externalOrgSlug: slug,
    externalSlug: found.name,
    name: found.name,
    description: '',
    visibility: found.project.visibility === 'public' ? 'public' : 'private',
    defaultBranch: found.defaultBranch?.replace(/^refs\/heads\//, '') ?? null,
    remoteUrlHttp: ownUrl(settings, found.remoteUrl),
    remoteUrlSsh: sshUrl(found.sshUrl),
    webUrl: ownUrl(settings, found.webUrl),
    externalStarCount: null,
  }
}
