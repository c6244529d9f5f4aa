// What a Git host's double holds: organisations, repositories with their hooks, statuses and pull requests. Tests act on
// it as other people of the host would, and hooks hear of it.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deliver } from './deliver.ts'
import { BareRepository, type Commit, type Files } from './repository.ts'

export interface Organization {
  id: string | number
  slug: string
  name: string
}

export interface Hook {
  id: string
  url: string
  secret: string
  events: string[]
  /** Of a host that sends the secret itself, where others sign with it. */
  sendsSecret?: boolean
}

export interface Comment {
  id: number
  author: string
  text: string
  version: number
}

export interface Pull {
  number: number
  title: string
  source: string
  target: string
  state: 'open' | 'merged' | 'closed'
  mergeCommit: string | null
  comments: Comment[]
}

export interface Status {
  commit: string
  context: string
  state: string
  description: string
  url: string
}

export interface Repository {
  id: string | number
  org: string
  slug: string
  name: string
  isPublic: boolean
  bare: BareRepository
  hooks: Hook[]
  statuses: Status[]
  pulls: Pull[]
}

export interface RefChange {
  ref: string
  before: string | null
  after: string | null
  forced: boolean
  /** What the change brings, newest first. */
  commits: Commit[]
}

export type PullAction = 'opened' | 'synchronized' | 'merged' | 'closed'

export interface Payload {
  event: string
  body: object
}

/** How a kind of host tells its hooks. */
export interface Telling {
  refs(repo: Repository, changes: RefChange[]): Payload[]
  pull(repo: Repository, pull: Pull, action: PullAction): Payload[]
  renamed(repo: Repository, before: { org: string; slug: string }): Payload[]
  headers(hook: Hook, payload: Payload, raw: string): Record<string, string>
}

export interface Delivery {
  url: string
  headers: Record<string, string>
  raw: string
  /** 0 where nobody answered. */
  status: number
}

export class GitState {
  readonly organizations: Organization[] = []
  readonly repositories: Repository[] = []
  readonly deliveries: Delivery[] = []
  /** Of GitLab: plays a version that does not sign webhooks yet. */
  signsNothing = false
  /** Of GitLab: what the next call that makes a hook waits for. */
  beforeHook: (() => Promise<void>) | undefined
  readonly #root = mkdtempSync(join(tmpdir(), 'double-of-git-'))
  readonly #telling: Telling
  readonly #numeric: boolean
  #sending: Promise<unknown> = Promise.resolve()
  readonly #former = new Map<string, Repository>()
  #count = 1000

  constructor(telling: Telling, { numericIds }: { numericIds: boolean }) {
    this.#telling = telling
    this.#numeric = numericIds
  }

  number(): number {
    this.#count += 1
    return this.#count
  }

  #id(): string | number {
    return this.#numeric ? this.number() : randomUUID()
  }

  addOrganization(slug: string, name = slug): Organization {
    const organization = { id: this.#id(), slug, name }
    this.organizations.push(organization)
    return organization
  }

  /** Makes a repository; with files it has a first commit on main. */
  addRepository(
    org: string,
    slug: string,
    { files, isPublic = false, name = slug }: { files?: Files; isPublic?: boolean; name?: string } = {},
  ): Repository {
    const bare = new BareRepository(join(this.#root, `${this.number()}.git`))
    if (files) bare.commit('main', files, { message: 'Initial commit' })
    const repo = { id: this.#id(), org, slug, name, isPublic, bare, hooks: [], statuses: [], pulls: [] }
    this.repositories.push(repo)
    return repo
  }

  find(org: string, slug: string): Repository | undefined {
    const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
    return this.repositories.find((repo) => same(repo.org, org) && same(repo.slug, slug))
  }

  /** The repository that was at a place before it was renamed or moved. */
  formerly(org: string, slug: string): Repository | undefined {
    return this.#former.get(`${org}/${slug}`)
  }

  byId(id: string): Repository | undefined {
    return this.repositories.find((repo) => String(repo.id) === id)
  }

  /** Commits as somebody else of the team would, and tells the hooks. */
  commit(
    repo: Repository,
    branch: string,
    files: Files,
    options: { message?: string; author?: string } = {},
  ): string {
    const before = repo.bare.refs()
    const commit = repo.bare.commit(branch, files, options)
    this.changed(repo, before)
    return commit
  }

  /** Tells the hooks what is different from what was. */
  changed(repo: Repository, before: Map<string, string>): void {
    const after = repo.bare.refs()
    const names = new Set([...before.keys(), ...after.keys()])
    const changes = [...names].flatMap((ref) => {
      const [old, now] = [before.get(ref) ?? null, after.get(ref) ?? null]
      return old === now ? [] : [changeOf(repo, ref, old, now, [...before.values()])]
    })
    if (changes.length === 0) return
    this.#tell(repo, this.#telling.refs(repo, changes))
    const moved = new Set(changes.filter(({ after }) => after !== null).map(({ ref }) => ref))
    for (const pull of repo.pulls)
      if (pull.state === 'open' && moved.has(`refs/heads/${pull.source}`))
        this.#tell(repo, this.#telling.pull(repo, pull, 'synchronized'))
  }

  openPull(repo: Repository, source: string, title: string, target = 'main'): Pull {
    const number = repo.pulls.length + 1
    const pull: Pull = { number, title, source, target, state: 'open', mergeCommit: null, comments: [] }
    repo.pulls.push(pull)
    this.#tell(repo, this.#telling.pull(repo, pull, 'opened'))
    return pull
  }

  endPull(repo: Repository, pull: Pull, action: 'merged' | 'closed'): void {
    pull.state = action
    const before = repo.bare.refs()
    const [source, target] = [repo.bare.head(pull.source), repo.bare.head(pull.target)]
    if (action === 'merged' && source && target) {
      pull.mergeCommit = repo.bare.commitTree(`${source}^{tree}`, [target, source], `Merge ${pull.source}`)
      repo.bare.update(`refs/heads/${pull.target}`, pull.mergeCommit)
    }
    this.#tell(repo, this.#telling.pull(repo, pull, action))
    this.changed(repo, before)
  }

  rename(repo: Repository, slug: string, org = repo.org): void {
    const before = { org: repo.org, slug: repo.slug }
    this.#former.set(`${repo.org}/${repo.slug}`, repo)
    Object.assign(repo, { org, slug, name: slug })
    this.#tell(repo, this.#telling.renamed(repo, before))
  }

  /** Sends the last delivery again, as it was. */
  redeliver(): void {
    const last = this.deliveries.at(-1)
    if (last) this.#send(last)
  }

  /** When all that was told has been answered. */
  async settled(): Promise<void> {
    await this.#sending
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true })
  }

  #tell(repo: Repository, payloads: Payload[]): void {
    for (const hook of repo.hooks)
      for (const payload of payloads) {
        if (!hook.events.includes(payload.event)) continue
        const raw = JSON.stringify(payload.body)
        const delivery = { url: hook.url, headers: this.#telling.headers(hook, payload, raw), raw, status: 0 }
        this.deliveries.push(delivery)
        this.#send(delivery)
      }
  }

  #send(delivery: Delivery): void {
    this.#sending = this.#sending.then(() => deliver(delivery))
  }
}

/** Takes a hook away: 204, or 404 where it is not there. */
export function removed(repo: Repository, id: string): { status: number; body?: unknown } {
  const index = repo.hooks.findIndex((hook) => hook.id === id)
  if (index === -1) return { status: 404, body: { message: 'Not Found' } }
  repo.hooks.splice(index, 1)
  return { status: 204 }
}

/** The pull request that a path is about. */
export function pullOf({
  repo,
  params,
}: {
  repo: Repository
  params: Record<string, string>
}): Pull | undefined {
  return repo.pulls.find(({ number }) => String(number) === params.number)
}

/** What hosts say instead of a commit where there is none. */
export const zero = '0'.repeat(40)

function changeOf(
  repo: Repository,
  ref: string,
  before: string | null,
  after: string | null,
  known: string[],
): RefChange {
  const forced = before !== null && after !== null && !repo.bare.isAncestor(before, after)
  return { ref, before, after, forced, commits: after === null ? [] : repo.bare.log(after, ...known) }
}
