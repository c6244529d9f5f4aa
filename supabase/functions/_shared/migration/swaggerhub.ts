// SwaggerHub (its Registry API): the APIs and domains of an owner, with their versions.
import { z } from 'zod'
import { shownText } from '../git/shapes.ts'
import { type ListedProject, MigrationError, mostProjects, mostVersions, type Platform } from './model.ts'
import { FileCollector, fileName, Remote } from './remote.ts'

const pageSize = 100

const propertySchema = z.object({
  type: z.string(),
  url: z.string().nullish(),
  value: z.unknown().optional(),
})
const entrySchema = z.object({
  name: shownText(255),
  properties: z.array(propertySchema).max(200).default([]),
})
const pageSchema = z.object({ totalCount: z.int().nullish(), apis: z.array(entrySchema).max(1000).nullish() })
const defaultSchema = z.object({ version: z.string().max(100) })

type Entry = z.output<typeof entrySchema>
const kinds = ['apis', 'domains'] as const
type Kind = (typeof kinds)[number]

const notTaken = 'Comments, integrations, templates, mocks and access rights of SwaggerHub stay there.'

/** The APIs and domains of an owner. */
export function swaggerhubPlatform(base: string, key: string, owner: string): Platform {
  const remote = new Remote(base, { authorization: key })
  const ownerPart = encodeURIComponent(owner)

  async function entries(path: string): Promise<Entry[]> {
    const found: Entry[] = []
    for (let page = 0; found.length < mostProjects; page++) {
      const { apis, totalCount } = await remote.json(path, pageSchema, { page, limit: pageSize })
      found.push(...(apis ?? []))
      if (!apis || apis.length < pageSize || found.length >= (totalCount ?? 0)) break
    }
    return found
  }

  async function listed(kind: Kind): Promise<ListedProject[]> {
    const found = await entries(`/${kind}/${ownerPart}`).catch((error) => {
      // An owner may have no domains.
      if (kind === 'domains' && error instanceof MigrationError && error.kind === 'not_found') return []
      throw error
    })
    return found.flatMap((entry) => {
      const name = namesIn(entry, kind)?.name
      if (!name) return []
      return [
        {
          id: `${kind}/${name}`,
          name: entry.name || name,
          groupId: owner,
          groupName: kind === 'apis' ? owner : `${owner}, domains`,
          lastActivity: textOf(entry, 'X-Modified') ?? textOf(entry, 'X-Created'),
        },
      ]
    })
  }

  return {
    async list() {
      const lists: ListedProject[][] = []
      for (const kind of kinds) lists.push(await listed(kind))
      return lists.flat().slice(0, mostProjects)
    },
    async describe(id) {
      const { kind, path } = placeOf(id, ownerPart)
      const found = await entries(path)
      const names = [
        ...new Set(
          found.flatMap((entry) => textOf(entry, 'X-Version') ?? namesIn(entry, kind)?.version ?? []),
        ),
      ]
      const preferred = await remote
        .json(`${path}/settings/default`, defaultSchema)
        .then(({ version }) => version)
        .catch(() => names.at(-1))
      const kept = names
        .toSorted((a, b) => Number(b === preferred) - Number(a === preferred))
        .slice(0, mostVersions)
      const beyond = names.length - kept.length
      return {
        versions: kept.map((name) => ({ id: name, name, isDefault: name === preferred })),
        leftOut: [
          notTaken,
          ...(beyond > 0 ? [`${beyond} versions beyond ${mostVersions} were left out.`] : []),
        ],
      }
    },
    async files(id, version) {
      const { kind, name, path } = placeOf(id, ownerPart)
      const collector = new FileCollector()
      const at = `${path}/${encodeURIComponent(version.id)}/${kind === 'apis' ? 'swagger' : 'domain'}.yaml`
      await collector.take(`reference/${fileName(name)}.yaml`, async (_path, most) => {
        const bytes = await remote.bytes(at, most)
        if (!new TextDecoder().decode(bytes).includes('/domains/')) return bytes
        // A reference to a domain leads to SwaggerHub: their own resolution puts what it means in its place.
        collector.leftOut.push('References to domains were replaced by what they lead to.')
        return remote.bytes(at, most, { resolved: 'true' })
      })
      return collector
    },
  }
}

function placeOf(id: string, ownerPart: string): { kind: Kind; name: string; path: string } {
  const [first = '', ...rest] = id.split('/')
  const kind = kinds.find((one) => one === first)
  const name = rest.join('/')
  if (!kind || !name) throw new MigrationError('not_found', 'SwaggerHub does not have this.')
  return { kind, name, path: `/${kind}/${ownerPart}/${encodeURIComponent(name)}` }
}

/** Name and version as the address of an entry spells them: `…/apis/{owner}/{name}/{version}`. */
function namesIn({ properties }: Entry, kind: Kind): { name: string; version: string } | undefined {
  for (const { url } of properties) {
    const [, name, version] = new RegExp(`/${kind}/[^/?#]+/([^/?#]+)/([^/?#]+)`).exec(url ?? '') ?? []
    if (name && version) return { name: decoded(name), version: decoded(version) }
  }
  return undefined
}

function textOf({ properties }: Entry, type: string): string | null {
  const value = properties.find((one) => one.type === type)?.value
  return typeof value === 'string' && value.length <= 100 ? value : null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
