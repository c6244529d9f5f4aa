import { TrieRouter } from 'hono/router/trie-router'

/** One route: its method, its path as Hono writes it (`/bucket/:name`, `/object/:path{.*}`), and what it leads to. */
export type Route<Target> = readonly [method: string, path: string, target: Target]

/** What a call leads to, with the parameters of its path as they were sent. */
export interface Found<Target> {
  target: Target
  params: Record<string, string>
}

/** A service's routes. Of several that fit a call the first counts; a slash at the end makes no other path. */
export class Routes<Target> {
  readonly #router = new TrieRouter<Target>()
  readonly #methods = new Set<string>()

  constructor(routes: Iterable<Route<Target>>) {
    for (const [method, path, target] of routes) {
      this.#methods.add(method)
      this.#router.add(method, path, target)
    }
  }

  /** What a call leads to. */
  find(method: string, pathname: string): Found<Target> | undefined {
    return this.#match(method, pathname) ?? this.#match(method, pathname.replace(/(?<=.)\/$/, ''))
  }

  /** Whether a path is there for some method. */
  has(pathname: string): boolean {
    return [...this.#methods].some((method) => this.find(method, pathname) !== undefined)
  }

  #match(method: string, pathname: string): Found<Target> | undefined {
    const [found] = this.#router.match(method, pathname)[0]
    if (!found) return undefined
    const [target, params] = found
    // Hono's other routers have numbers in their place.
    const texts = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])
    return { target, params: Object.fromEntries(texts) }
  }
}
