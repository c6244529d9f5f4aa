// Postman (its public API): collections, specifications and APIs of all workspaces that a key sees.
import { z } from 'zod'
import { shownText } from '../git/shapes.ts'
import { type ListedProject, MigrationError, mostProjects, mostVersions, type Platform } from './model.ts'
import { encodedPath, FileCollector, Remote } from './remote.ts'

const mostWorkspaces = 50
const mostPages = 20
/** What is converted; as in the browser. */
const mostCollectionBytes = 20 * 1024 * 1024

const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/)
const entry = z.object({
  id,
  uid: id.nullish(),
  name: shownText(255),
  updatedAt: z.string().max(50).nullish(),
})
const workspaces = z.object({ workspaces: z.array(z.object({ id, name: shownText(255) })).max(10_000) })
const collections = z.object({ collections: z.array(entry).max(10_000) })
const meta = z.object({ nextCursor: z.string().max(2000).nullish() }).nullish()
const specs = z.object({ specs: z.array(entry).max(1000), meta })
const apis = z.object({ apis: z.array(entry).max(1000), meta })
const files = z.object({ files: z.array(z.object({ path: z.string().min(1).max(500) })).max(2000), meta })
const content = z.object({ content: z.string() })
const api = z.object({ schemas: z.array(z.object({ id })).max(100).nullish() })
const versions = z.object({ versions: z.array(z.object({ id, name: shownText(100) })).max(1000), meta })

type Kind = 'collection' | 'spec' | 'api'
/** The form of APIs with versions. */
const v10 = 'application/vnd.api.v10+json'

const notTaken: Record<Kind, string[]> = {
  collection: [
    'The collection becomes an OpenAPI description; it is not kept itself, for it may hold secrets.',
    'Scripts, tests, environments, mock servers, monitors, comments and access rights of Postman stay there.',
  ],
  spec: ['Collections that were generated of it, comments and access rights of Postman stay there.'],
  api: ['Collections, environments, comments and access rights of the API stay at Postman.'],
}

/** What a key sees of Postman. */
export function postmanPlatform(base: string, key: string): Platform {
  const remote = new Remote(base, { 'x-api-key': key })
  const ofApis = new Remote(base, { 'x-api-key': key, accept: v10 })

  /** Follows the pages of a list. */
  async function paged<T>(
    read: (cursor?: string) => Promise<{ items: T[]; next: string | undefined }>,
  ): Promise<T[]> {
    const found: T[] = []
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const { items, next } = await read(cursor)
      found.push(...items)
      if (!next) break
      cursor = next
    }
    return found
  }

  const specsOf = (workspaceId: string) =>
    paged(async (cursor) => {
      const answer = await remote.json('/specs', specs, { workspaceId, limit: 100, cursor })
      return { items: answer.specs, next: answer.meta?.nextCursor ?? undefined }
    })
  const apisOf = (workspaceId: string) =>
    paged(async (cursor) => {
      const answer = await ofApis.json('/apis', apis, { workspaceId, limit: 100, cursor })
      return { items: answer.apis, next: answer.meta?.nextCursor ?? undefined }
    })

  async function listed(workspace: { id: string; name: string }): Promise<ListedProject[]> {
    const found: [Kind, z.output<typeof entry>[]][] = [
      [
        'collection',
        (await remote.json('/collections', collections, { workspace: workspace.id })).collections,
      ],
      ['spec', await orNone(specsOf(workspace.id))],
      ['api', await orNone(apisOf(workspace.id))],
    ]
    return found.flatMap(([kind, entries]) =>
      entries.map((one) => ({
        id: `${kind}/${one.uid ?? one.id}`,
        name: one.name || one.id,
        groupId: workspace.id,
        groupName: workspace.name,
        lastActivity: one.updatedAt ?? null,
      })),
    )
  }

  async function filesOf(from: Remote, at: string, versionId: string | undefined): Promise<FileCollector> {
    const collector = new FileCollector()
    const found = await paged(async (cursor) => {
      const answer = await from.json(at, files, { versionId, limit: 100, cursor })
      return { items: answer.files, next: answer.meta?.nextCursor ?? undefined }
    })
    for (const { path } of found)
      await collector.take(path, async (safe) => {
        const file = await from.json(`${at}/${encodedPath(safe)}`, content, { versionId })
        return new TextEncoder().encode(file.content)
      })
    return collector
  }

  return {
    async list() {
      const all = await remote.json('/workspaces', workspaces)
      const found: ListedProject[] = []
      for (const workspace of all.workspaces.slice(0, mostWorkspaces)) {
        found.push(...(await listed(workspace)))
        if (found.length >= mostProjects) break
      }
      return found.slice(0, mostProjects)
    },
    async describe(project) {
      const { kind, key: own } = placeOf(project)
      const found =
        kind === 'api'
          ? await paged(async (cursor) => {
              const answer = await ofApis.json(`/apis/${own}/versions`, versions, { limit: 100, cursor })
              return { items: answer.versions, next: answer.meta?.nextCursor ?? undefined }
            })
          : []
      // What is worked on comes first; what was published beside it.
      const current = { id: '', name: 'main', isDefault: true }
      return {
        versions: [current, ...found.slice(0, mostVersions - 1).map((one) => ({ ...one, isDefault: false }))],
        leftOut: notTaken[kind],
      }
    },
    async files(project, version) {
      const { kind, key: own } = placeOf(project)
      if (kind === 'spec') return filesOf(remote, `/specs/${own}/files`, undefined)
      if (kind === 'api') {
        const { schemas } = await ofApis.json(`/apis/${own}`, api, { include: 'schemas' })
        const [schema] = schemas ?? []
        if (!schema) return { files: [], leftOut: ['The API has no schema.'] }
        return filesOf(ofApis, `/apis/${own}/schemas/${schema.id}/files`, version.id || undefined)
      }
      const collector = new FileCollector()
      const read = () => remote.bytes(`/collections/${own}`, mostCollectionBytes, {}, 'application/json')
      await collector.take('reference/collection.json', async () => collectionIn(await read()), {
        isCollection: true,
      })
      return collector
    },
  }
}

/** The collection of an answer, which has it in an envelope. */
function collectionIn(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let read: unknown
  try {
    read = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    read = undefined
  }
  const found = z
    .object({ collection: z.looseObject({ info: z.looseObject({ name: z.string().nullish() }) }) })
    .safeParse(read)
  if (!found.success) throw new MigrationError('refused', 'Postman answered something unexpected.')
  return new TextEncoder().encode(JSON.stringify(found.data.collection))
}

function placeOf(project: string): { kind: Kind; key: string } {
  const [, kind, key] = /^(collection|spec|api)\/([\w-]{1,100})$/.exec(project) ?? []
  if (!kind || !key) throw new MigrationError('not_found', 'Postman does not have this.')
  return { kind: kind as Kind, key }
}

/** Plans of Postman hold neither always: what a key may not list is not there. */
async function orNone<T>(list: Promise<T[]>): Promise<T[]> {
  try {
    return await list
  } catch (error) {
    if (error instanceof MigrationError && (error.kind === 'key' || error.kind === 'not_found')) return []
    throw error
  }
}
