// From tables of contents and search results to the rows of one list.
import type { SearchHit } from '../../shared/data/search.ts'
import type { ListedNode } from '../../shared/data/stars.ts'
import type { ResultOf } from '../../shared/data/supabase.ts'

export interface Project {
  id: number
  slug: string
  name: string
  description: string
  icon_name: string
  icon_color: string
  default_branch_id: number | null
}

/** The types that can be filtered by, as people call them. */
export const nodeTypes = {
  article: 'Article',
  http_service: 'HTTP Service',
  http_operation: 'HTTP Operation',
  model: 'Model',
} as const
export type NodeType = keyof typeof nodeTypes

// To who looks for them they are operations.
const alike: Partial<Record<NodeType, readonly string[]>> = {
  http_operation: ['http_webhook', 'http_callback'],
}

/** All types that are meant by some. */
export function typesOf(types: readonly NodeType[]): string[] {
  return types.flatMap((type) => [type, ...(alike[type] ?? [])])
}

/** What people call the type of a node. */
export function typeName(type: string): string {
  const known = (Object.keys(nodeTypes) as NodeType[]).find((one) => typesOf([one]).includes(type))
  return known ? nodeTypes[known] : ''
}

export interface Leaf {
  slug: string
  name: string
  type: string
  method: string | null
  /** How deep it lies below its project. */
  depth: number
}

/** A heading among the nodes of a project. */
interface Heading {
  heading: string
  depth: number
}

export type Contents = (Leaf | Heading)[]

type Toc = NonNullable<ResultOf<'branch_toc'>>

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

function byMethod(a: { meta?: string | null }, b: { meta?: string | null }): number {
  const place = (meta?: string | null) => methods.indexOf(meta ?? '') + 1 || methods.length + 1
  return place(a.meta) - place(b.meta)
}

/** A table of contents as rows in order; operations that stand together are sorted by their methods. */
export function contentsOf(toc: Toc, depth = 0): Contents {
  const rows: Contents = []
  for (const run of runs(toc)) {
    for (const entry of run) {
      if ('items' in entry) rows.push({ heading: entry.title, depth }, ...contentsOf(entry.items, depth + 1))
      else if ('slug' in entry) {
        const { slug, title, type, meta } = entry
        rows.push({ slug, name: title, type, method: meta || null, depth })
      } else if (!('url' in entry)) rows.push({ heading: entry.title, depth })
    }
  }
  return rows
}

// Entries in their order, operations that follow each other as one sorted run.
function runs(toc: Toc): Toc[] {
  const found: Toc[] = []
  let operations: Extract<Toc[number], { slug: string }>[] | undefined
  for (const entry of toc) {
    if ('slug' in entry && entry.type === 'http_operation') {
      if (operations) operations.push(entry)
      else {
        operations = [entry]
        found.push(operations)
      }
    } else {
      operations = undefined
      found.push([entry])
    }
  }
  for (const run of found)
    if (run.length > 1) run.sort((a, b) => byMethod(a as { meta?: string }, b as { meta?: string }))
  return found
}

export type Row =
  | { kind: 'project'; key: string; project: Project; open: boolean }
  | {
      kind: 'node'
      key: string
      projectSlug: string
      /** The version that the node is of, where it is not the default one. */
      version: string | undefined
      node: Leaf
      /** None where it cannot be told which node it is. */
      star: ListedNode | undefined
      words: readonly string[]
    }
  | { kind: 'heading'; key: string; heading: Heading }
  | { kind: 'loading'; key: string; project: Project; version: string | undefined }

/** The rows of the tree: every project, and the contents of those that are open. */
export function treeRows(
  projects: readonly Project[],
  isOpen: (id: number) => boolean,
  contents: ReadonlyMap<number, Contents>,
  types: readonly NodeType[] | null,
  version?: string,
): Row[] {
  const meant = types && typesOf(types)
  return projects.flatMap((project): Row[] => {
    const open = isOpen(project.id)
    const row: Row = { kind: 'project', key: `p${project.id}`, project, open }
    if (!open) return [row]
    const held = contents.get(project.id)
    if (!held) return [row, { kind: 'loading', key: `l${project.id}`, project, version }]
    const shown = meant ? held.filter((one) => 'slug' in one && meant.includes(one.type)) : held
    return [
      row,
      ...shown.map(
        (one, index): Row =>
          'slug' in one
            ? {
                kind: 'node',
                key: `n${project.id}/${one.slug}`,
                projectSlug: project.slug,
                version,
                node: one,
                // Contents are those of a branch.
                star:
                  version === undefined
                    ? { branchId: project.default_branch_id ?? 0, slug: one.slug }
                    : undefined,
                words: [],
              }
            : { kind: 'heading', key: `h${project.id}/${index}`, heading: one },
      ),
    ]
  })
}

/** The rows of a search: each project with its hits, in the order of their best ones. */
export function hitRows(hits: readonly SearchHit[], version?: string): Row[] {
  const groups = new Map<number, SearchHit[]>()
  for (const hit of hits) groups.set(hit.project_id, [...(groups.get(hit.project_id) ?? []), hit])
  return [...groups].flatMap(([id, found]): Row[] => [
    { kind: 'heading', key: `h${id}`, heading: { heading: found[0]?.project_name ?? '', depth: 0 } },
    ...found.map(
      (hit): Row => ({
        kind: 'node',
        key: `n${id}/${hit.slug}`,
        projectSlug: hit.project_slug,
        version,
        node: { slug: hit.slug, name: hit.name, type: hit.type, method: hit.method, depth: 0 },
        star: { nodeId: hit.node_id },
        words: hit.words,
      }),
    ),
  ])
}
