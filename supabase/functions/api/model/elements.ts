// What @stoplight/elements-dev-portal reads differently from our own clients. It says who it is by a header
// (docs/decisions/0208-elements-says-who-it-is.md).
import { rpcExact } from '../../_shared/db/rest.ts'
import type { BranchNode } from '../../_shared/domain/rows.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { secondsToWait } from '../../_shared/http/limit.ts'
import { type Fields, isFields } from '../../_shared/pages/read.ts'

declare module '../../_shared/db/rest.ts' {
  interface Results {
    branch_node_by_uri: BranchNode | null
  }
}

const mostModels = 40
const mostBytes = 1_000_000
const mostDepth = 200
const bundlePointer = '#/__bundled__/'

/** Whether the component asks; an answer that depends on it says so to caches. */
export function isForElements(c: AppContext): boolean {
  c.header('Vary', 'Stoplight-Elements-Version', { append: true })
  return c.req.header('stoplight-elements-version') !== undefined
}

/** The identifier by which the table of contents names a node: what stands before the title in its slug. */
export function contentsId(slug: string): string {
  return slug.split('-', 1)[0] ?? slug
}

/** The text of an article; of anything else the data with the models that it names by their URI put into its bundle. */
export async function dataForElements(
  c: AppContext,
  branchId: number,
  { type, data }: { type: string; data: unknown },
): Promise<unknown> {
  if (!isFields(data)) return data
  if (type === 'article') return data.markdown ?? ''
  const models = new Map<string, Model>()
  const whole = copied(data, (ref) => pointerOf(models, ref))
  // A page may name many models: who asks for hundreds of such pages gets them without.
  if (models.size === 0 || (await secondsToWait(c, 'elements', 1200, 600)) > 0) return data
  const bundle: Record<string, unknown> =
    isFields(whole) && isFields(whole.__bundled__) ? { ...whole.__bundled__ } : {}
  let bytes = 0
  // Level by level, so that what is nearest is there where not all of it fits.
  for (let next = missing(models); next.length > 0 && bytes < mostBytes; next = missing(models)) {
    const found = await Promise.all(next.map((model) => readModel(c, branchId, model)))
    for (const { model, schema, size } of found) {
      model.isRead = true
      bytes += size
      if (schema === undefined || bytes > mostBytes) continue
      Object.assign(
        bundle,
        bundledAs(model.key, schema, (ref) => pointerOf(models, ref)),
      )
    }
  }
  return { ...(whole as Fields), __bundled__: bundle }
}

interface Model {
  uri: string
  key: string
  isRead: boolean
}

// Where a model of another node will stand; the URI itself once there are enough.
function pointerOf(models: Map<string, Model>, ref: string): string {
  if (!ref.startsWith('/')) return ref
  const known = models.get(ref)
  if (!known && models.size >= mostModels) return ref
  const model = known ?? { uri: ref, key: `model-${models.size + 1}`, isRead: false }
  models.set(ref, model)
  return bundlePointer + model.key
}

function missing(models: Map<string, Model>): Model[] {
  return [...models.values()].filter(({ isRead }) => !isRead)
}

async function readModel(c: AppContext, branchId: number, model: Model) {
  const node = await rpcExact(c, 'branch_node_by_uri', { p_branch_id: branchId, p_uri: model.uri })
  const schema = node?.type === 'model' ? node.data : undefined
  return { model, schema, size: schema === undefined ? 0 : JSON.stringify(schema).length }
}

/** A model and what is bundled with it, under names that no other node's bundle has. */
function bundledAs(key: string, schema: unknown, pointer: (ref: string) => string): Fields {
  const inside = (ref: string): string => {
    if (ref === '#') return bundlePointer + key
    return ref.startsWith(bundlePointer)
      ? `${bundlePointer}${key}.${ref.slice(bundlePointer.length)}`
      : pointer(ref)
  }
  const whole = copied(schema, inside)
  if (!isFields(whole)) return { [key]: whole }
  const { __bundled__: own, ...model } = whole
  const parts = Object.entries(isFields(own) ? own : {}).map(([name, part]) => [`${key}.${name}`, part])
  return { ...Object.fromEntries(parts), [key]: model }
}

/** The same with each `$ref` as `pointer` says it. What is nested deeper than descriptions are stays as it is. */
function copied(value: unknown, pointer: (ref: string) => string, depth = 0): unknown {
  if (depth > mostDepth) return value
  if (Array.isArray(value)) return value.map((item) => copied(item, pointer, depth + 1))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === '$ref' && typeof part === 'string' ? pointer(part) : copied(part, pointer, depth + 1),
    ]),
  )
}
