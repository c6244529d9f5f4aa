// Stoplight Platform (its REST API): the projects of a workspace, by a token of it. Waymark answers the same calls.
import { z } from 'zod'
import { idText, shownText } from '../git/shapes.ts'
import { type ListedProject, MigrationError, mostProjects, mostVersions, type Platform } from './model.ts'
import { encodedPath, FileCollector, Remote, safePath } from './remote.ts'

const pageSize = 100
const mostNodes = 5000

/** A list, bare or with its items in an envelope. */
const listOf = <S extends z.ZodType>(item: S, most: number) =>
  z.union([
    z.array(item).max(most),
    z.object({ items: z.array(item).max(most) }).transform(({ items }) => items),
  ])

const project = z.object({
  id: idText,
  name: shownText(255),
  type: z.string().max(50).nullish(),
  updated_at: z.string().max(50).nullish(),
})
const branch = z.object({ slug: z.string().min(1).max(255), is_default: z.boolean().nullish() })
interface TocItem {
  title?: string | undefined
  type?: string | undefined
  slug?: string | undefined
  items?: TocItem[] | undefined
}
const tocItem: z.ZodType<TocItem> = z.lazy(() =>
  z.object({
    title: z.string().max(500).optional().catch(undefined),
    type: z.string().max(50).optional().catch(undefined),
    slug: z.string().max(500).optional().catch(undefined),
    items: z.array(tocItem).max(mostNodes).optional().catch(undefined),
  }),
)
const toc = z.object({ items: z.array(tocItem).max(mostNodes) })
const node = z.object({ uri: z.string().max(1000), type: z.string().max(50), data: z.unknown() })

/** A workspace by its identifier. */
export function stoplightPlatform(base: string, key: string, workspace: string): Platform {
  const remote = new Remote(base, { authorization: /^bearer /i.test(key) ? key : `Bearer ${key}` })
  const projectAt = (id: string) => `/api/v1/projects/${encodeURIComponent(id)}`

  return {
    async list(): Promise<ListedProject[]> {
      const path = `/api/v1/workspaces/${encodeURIComponent(workspace)}/projects`
      const found: z.output<typeof project>[] = []
      while (found.length < mostProjects) {
        const page = await remote.json(path, listOf(project, 1000), { limit: pageSize, offset: found.length })
        found.push(...page)
        if (page.length < pageSize) break
      }
      return found.slice(0, mostProjects).map((one) => ({
        id: one.id,
        name: one.name || one.id,
        groupId: workspace,
        groupName: workspace,
        lastActivity: one.updated_at ?? null,
      }))
    },
    async describe(id) {
      const branches = await remote.json(`${projectAt(id)}/branches`, listOf(branch, 10_000))
      const kept = branches
        .toSorted((a, b) => Number(b.is_default ?? false) - Number(a.is_default ?? false))
        .slice(0, mostVersions)
      const beyond = branches.length - kept.length
      return {
        versions: kept.map(({ slug, is_default }) => ({
          id: slug,
          name: slug,
          isDefault: is_default ?? false,
        })),
        leftOut: [
          'Comments, images, style guides, members and settings of the project stay there.',
          ...(beyond > 0 ? [`${beyond} branches beyond ${mostVersions} were left out.`] : []),
        ],
      }
    },
    async files(id, version) {
      const at = projectAt(id)
      const contents = await remote.json(`${at}/table-of-contents`, toc, { branch: version.id })
      const collector = new FileCollector()
      for (const item of nodesIn(contents.items)) await addNode(at, version.id, item, collector)
      return collector
    },
  }

  async function addNode(
    at: string,
    ofBranch: string,
    item: TocItem,
    collector: FileCollector,
  ): Promise<void> {
    const { slug = '', type = '' } = item
    const title = item.title ?? slug
    try {
      const found = await remote.json(`${at}/nodes/${encodeURIComponent(slug)}`, node, { branch: ofBranch })
      const path = safePath(found.uri) ?? ''
      // Operations and models of a description come with its file.
      if (!/\.(md|markdown|json|ya?ml)$/i.test(path)) return
      if (type === 'article' && typeof found.data !== 'string')
        throw new MigrationError('refused', 'An article without a text.')
      await collector.take(path, async (safe, most) => {
        if (type === 'model') return encoded(textOf(found.data))
        if (type === 'article') return encoded(String(found.data))
        const query = { branch: ofBranch, fromExportButton: 'true', snapshotType: 'http_service' }
        return remote.bytes(`${at}/nodes/${encodedPath(safe)}`, most, query)
      })
    } catch (error) {
      if (!(error instanceof MigrationError) || error.kind === 'later' || error.kind === 'key') throw error
      collector.leftOut.push(`"${title.slice(0, 200)}" could not be read and was left out.`)
    }
  }
}

const kept = new Set(['article', 'http_service', 'model'])

/** The nodes of a table of contents that have files, each once. */
function nodesIn(items: TocItem[], found = new Map<string, TocItem>(), depth = 0): TocItem[] {
  for (const item of items) {
    if (item.slug && kept.has(item.type ?? '') && found.size < mostNodes) found.set(item.slug, item)
    if (item.items && depth < 20) nodesIn(item.items, found, depth + 1)
  }
  return [...found.values()]
}

/** A schema as a file has it; JSON is YAML, too. */
function textOf(data: unknown): string {
  return typeof data === 'string' ? data : `${JSON.stringify(data ?? {}, null, 2)}\n`
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
