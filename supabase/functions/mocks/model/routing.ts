// Which operation of a branch a request is for. Paths are compared segment by segment, without regular expressions: what
// a description says costs no more than its length.
import { decoded } from './address.ts'

/** Method, path, uri and the stable id of the API, as `mock_routes` lists them. */
export type ListedRoute = [method: string, path: string, uri: string, api: string | null]

/** A segment: its texts, between each two of which stands a parameter. */
type Segment = string[]

interface Route {
  segments: Segment[]
  uri: string
  api: string | null
}

export type Match = { uri: string } | { allowed: string[] }

/** The operations of a branch by method and number of segments, in the order of the description. */
export class RoutingTable {
  readonly size: number
  readonly #routes = new Map<string, Map<number, Route[]>>()

  constructor(listed: ListedRoute[]) {
    this.size = listed.length
    for (const [method, path, uri, api] of listed) {
      const segments = partsOf(path.split(/[?#]/, 1)[0] ?? '').map(textsOf)
      const byLength = this.#routes.get(method) ?? new Map<number, Route[]>()
      this.#routes.set(method, byLength)
      const routes = byLength.get(segments.length) ?? []
      byLength.set(segments.length, routes)
      routes.push({ segments, uri, api })
    }
  }

  /** The operation for a request: HEAD is answered as GET where the description has none. Else the methods of its path. */
  match(method: string, path: string, api: string | null): Match {
    const asked = partsOf(path).map(decoded)
    const uri =
      this.#find(method, asked, api) ?? (method === 'head' ? this.#find('get', asked, api) : undefined)
    if (uri !== undefined) return { uri }
    return {
      allowed: [...this.#routes.keys()].filter((other) => this.#find(other, asked, api) !== undefined),
    }
  }

  #find(method: string, asked: string[], api: string | null): string | undefined {
    let best: Route | undefined
    for (const route of this.#routes.get(method)?.get(asked.length) ?? []) {
      if (api !== null && route.api !== api) continue
      if (!route.segments.every((segment, place) => fits(segment, asked[place] ?? ''))) continue
      if (best === undefined || isPlainer(route, best)) best = route
    }
    return best?.uri
  }
}

// One slash at the end is no segment of its own.
function partsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/')
}

/** "v{major}.{minor}" is ["v", ".", ""]. */
function textsOf(segment: string): Segment {
  const texts: Segment = []
  let rest = segment
  for (;;) {
    const open = rest.indexOf('{')
    const close = rest.indexOf('}', open)
    if (open < 0 || close < 0) return [...texts, rest]
    texts.push(rest.slice(0, open))
    rest = rest.slice(close + 1)
  }
}

function fits(texts: Segment, asked: string): boolean {
  const [first = '', ...others] = texts
  if (others.length === 0) return asked === first
  const last = others.at(-1) ?? ''
  if (!asked.startsWith(first) || !asked.endsWith(last)) return false
  let at = first.length
  for (const text of others.slice(0, -1)) {
    const found = asked.indexOf(text, at + 1)
    if (found < 0) return false
    at = found + text.length
  }
  return asked.length - last.length > at
}

// "/pets/mine" is meant before "/pets/{id}", and "/files/{name}.{type}" before "/files/{file}": from the left.
function isPlainer(route: Route, other: Route): boolean {
  for (const [place, segment] of route.segments.entries()) {
    const difference = plainness(segment) - plainness(other.segments[place] ?? [])
    if (difference !== 0) return difference > 0
  }
  return false
}

function plainness(texts: Segment): number {
  return texts.length === 1 ? Number.MAX_SAFE_INTEGER : texts.length
}
