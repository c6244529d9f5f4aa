// Other platforms as their vendors document them: NEXT (docs/migration.md), Stoplight, SwaggerHub's Registry API, Postman's
// API. Strict: what they do not know, or are asked in another form than theirs, is refused and noted.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEPT_MS } from '../../stack/http/kept.ts'

export const platformKey = 'a-key-of-the-double'

export interface LegacyProject {
  id: string
  name: string
  namespace: string
  versions: Record<string, Record<string, string>>
  leftOut?: string[]
}

export interface PlatformsDouble {
  url: string
  next: LegacyProject[]
  /** SwaggerHub: owner → API → version → YAML. */
  swaggerhub: Record<string, Record<string, Record<string, string>>>
  /** Postman: collections of the one workspace, by their uid. */
  collections: Record<string, object>
  /** Paths that were asked for, in order. */
  asked: string[]
  /** Requests that were wrong. */
  faults: string[]
  /** What is asked before each answer: a test that holds one back, or answers otherwise. */
  before: (path: string) => Promise<number | undefined> | number | undefined
  close(): Promise<void>
}

type Found = { json: unknown } | { text: string } | undefined

/** Starts it; on a port that is known before where one is given. */
export async function startPlatforms(port = 0): Promise<PlatformsDouble> {
  const double: PlatformsDouble = {
    url: '',
    next: [],
    swaggerhub: {},
    collections: {},
    asked: [],
    faults: [],
    before: () => undefined,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  const server: Server = createServer({ keepAliveTimeout: KEPT_MS }, async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://double')
    double.asked.push(url.pathname)
    const status = (await double.before(url.pathname)) ?? (isKeyed(req, url) ? undefined : 401)
    if (status !== undefined) return void res.writeHead(status).end('{}')
    const found = req.method === 'GET' ? answerOf(double, req, url) : undefined
    if (!found) {
      double.faults.push(`${req.method} ${req.url}`)
      return void res.writeHead(404).end('{}')
    }
    const isJson = 'json' in found
    res.writeHead(200, { 'content-type': isJson ? 'application/json' : 'application/octet-stream' })
    res.end(isJson ? JSON.stringify(found.json) : found.text)
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

/** Resolves at the first call of a path, which then gets no answer: whoever asked can be killed in the middle. */
export function heldAt(double: PlatformsDouble, path: string): Promise<void> {
  return new Promise((reached) => {
    let isHeld = false
    double.before = (asked) => {
      if (isHeld || !asked.endsWith(path)) return undefined
      isHeld = true
      reached()
      return new Promise(() => undefined)
    }
  })
}

/** Each platform has its key where it documents it, and as it does. */
function isKeyed({ headers }: IncomingMessage, { pathname }: URL): boolean {
  if (pathname.startsWith('/postman/')) return headers['x-api-key'] === platformKey
  if (pathname.startsWith('/stoplight/')) return headers.authorization === `Bearer ${platformKey}`
  return headers.authorization === platformKey
}

function answerOf(double: PlatformsDouble, req: IncomingMessage, url: URL): Found {
  const [platform = '', ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent)
  if (platform === 'next') return ofNext(double, rest)
  if (platform === 'swaggerhub') return ofSwaggerhub(double, rest, url)
  if (platform === 'postman') return ofPostman(double, rest, url, req.headers.accept ?? '')
  if (platform === 'stoplight') return ofStoplight(rest, url)
  return undefined
}

function ofNext({ next }: PlatformsDouble, path: string[]): Found {
  if (path.slice(0, 4).join('/') !== 'api/v1/legacy-migration/next') return undefined
  const [id, versions, version, files, ...file] = path.slice(4)
  if (id === undefined)
    return {
      json: next.map((one, index) => ({
        // Numbers, as its database has them.
        project_id: Number(one.id),
        project_name: one.name,
        namespace_id: index + 1,
        namespace_name: one.namespace,
        project_last_activity: '2020-02-03T04:05:06Z',
      })),
    }
  const project = next.find((one) => one.id === id)
  if (!project) return undefined
  if (versions === undefined)
    return {
      json: {
        versions: Object.keys(project.versions).map((name, index) => ({
          version_id: name,
          name,
          is_default: index === 0,
        })),
        left_out: project.leftOut ?? [],
      },
    }
  const held = project.versions[version ?? '']
  if (versions !== 'versions' || files !== 'files' || !held) return undefined
  if (file.length === 0) return { json: { files: Object.keys(held).map((name) => ({ path: name })) } }
  const text = held[file.join('/')]
  return text === undefined ? undefined : { text }
}

function ofSwaggerhub({ swaggerhub }: PlatformsDouble, path: string[], url: URL): Found {
  const [kind, owner = '', name, version, file] = path
  const apis = swaggerhub[owner]
  if (kind === 'domains' && name === undefined) return { json: { offset: 0, totalCount: 0, apis: [] } }
  if (kind !== 'apis' || !apis) return undefined
  const entry = (api: string, at: string) => ({
    name: `The ${api}`,
    description: '',
    properties: [
      { type: 'Swagger', url: `https://api.swaggerhub.com/apis/${owner}/${api}/${at}` },
      { type: 'X-Version', value: at },
      { type: 'X-Modified', value: '2020-02-03T04:05:06Z' },
    ],
  })
  const page = (entries: object[]) => ({
    json: { name: owner, url: '', offset: 0, totalCount: entries.length, apis: entries },
  })
  if (name === undefined) {
    if (!url.searchParams.has('page') || !url.searchParams.has('limit')) return undefined
    return page(Object.entries(apis).map(([api, versions]) => entry(api, Object.keys(versions).at(-1) ?? '')))
  }
  const versions = apis[name]
  if (!versions) return undefined
  if (version === undefined) return page(Object.keys(versions).map((at) => entry(name, at)))
  if (version === 'settings' && file === 'default') return { json: { version: Object.keys(versions).at(-1) } }
  const text = versions[version]
  return file === 'swagger.yaml' && text !== undefined ? { text } : undefined
}

function ofPostman({ collections }: PlatformsDouble, path: string[], url: URL, accept: string): Found {
  const [what, id] = path
  if (what === 'workspaces') return { json: { workspaces: [{ id: 'w1', name: 'Team', type: 'team' }] } }
  if (what === 'specs') return { json: { specs: [], meta: { nextCursor: null } } }
  // The form of APIs before is another one.
  if (what === 'apis')
    return accept === 'application/vnd.api.v10+json' ? { json: { apis: [], meta: {} } } : undefined
  if (what !== 'collections') return undefined
  if (id === undefined && url.searchParams.get('workspace') !== 'w1') return undefined
  if (id === undefined)
    return {
      json: {
        collections: Object.keys(collections).map((uid) => ({
          id: uid.replace(/^\d+-/, ''),
          uid,
          name: `Collection ${uid}`,
          updatedAt: '2020-02-03T04:05:06Z',
        })),
      },
    }
  const collection = collections[id]
  return collection ? { json: { collection } } : undefined
}

const article = '# Hello\n\nThis came from Stoplight.\n'
const service = '{"openapi":"3.1.0","info":{"title":"Todo","version":"1"},"paths":{}}'

function ofStoplight(path: string[], url: URL): Found {
  const at = path.join('/')
  if (at === 'api/v1/workspaces/d2s6MQ/projects')
    return {
      json: { items: [{ id: 'cHJqOjE', name: 'Handbook', updated_at: '2020-02-03T04:05:06Z' }], total: 1 },
    }
  if (at === 'api/v1/projects/cHJqOjE/branches')
    return {
      json: {
        items: [
          { slug: 'v2', is_default: false },
          { slug: 'main', is_default: true },
        ],
      },
    }
  if (!['main', 'v2'].includes(url.searchParams.get('branch') ?? '')) return undefined
  if (at === 'api/v1/projects/cHJqOjE/table-of-contents')
    return {
      json: {
        items: [
          { type: 'article', title: 'Hello', slug: 'abc-hello' },
          {
            type: 'group',
            title: 'APIs',
            items: [
              { type: 'http_service', title: 'Todo', slug: 'def-todo' },
              { type: 'http_operation', title: 'Get', slug: 'ghi-get' },
              { type: 'article', title: 'Gone', slug: 'jkl-gone' },
            ],
          },
        ],
      },
    }
  const node = (uri: string, type: string, data: unknown) => ({ json: { id: 'x', uri, type, data } })
  if (at === 'api/v1/projects/cHJqOjE/nodes/abc-hello') return node('/docs/hello.md', 'article', article)
  if (at === 'api/v1/projects/cHJqOjE/nodes/def-todo')
    return node('/reference/todo.json', 'http_service', { id: 'x' })
  if (at === 'api/v1/projects/cHJqOjE/nodes/reference/todo.json')
    return url.searchParams.get('fromExportButton') === 'true' ? { text: service } : undefined
  return undefined
}
