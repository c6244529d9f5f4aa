import type { Change, Path } from '../../../../../editing/types.ts'
import { type LanguageClient, Unanswered } from '../language/client.ts'
import { isOfPart } from '../language/part.ts'
import type { Problem } from '../language/protocol.ts'
import { Linter } from './linter.ts'
import type { Found, GuideTexts } from './protocol.ts'

/** After the last change, ms, until rules look at it. */
const PAUSE = 300

export interface LiveLintOptions {
  client: LanguageClient
  linter?: Linter
  /** Calls where the rules took too long again and again, and are left alone. */
  onGivenUp: () => void
}

/** Lints the file in front while it is typed: a small one whole, of a large one the part that has changed. */
export class LiveLint {
  readonly #client: LanguageClient
  readonly #linter: Linter
  readonly #onGivenUp: () => void
  #extended: readonly GuideTexts[] = []
  #own: ReadonlySet<string> = new Set()
  #isOwnStale = true
  #front: string | null = null
  /** Where the last change of the file in front was. */
  #at = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isBusy = false
  #isStale = false
  #isOver = false

  constructor({ client, linter = new Linter(), onGivenUp }: LiveLintOptions) {
    this.#client = client
    this.#linter = linter
    this.#onGivenUp = onGivenUp
    client.watch((path, changes) => this.#changed(path, changes))
  }

  /** The rulesets of the style guides, which hold before that of the working copy. */
  setGuides(guides: readonly GuideTexts[]): void {
    this.#extended = guides
    this.#isOwnStale = true
    this.#soon()
  }

  setFront(path: string | null, offset = 0): void {
    this.#front = path
    this.#at = offset
    this.#soon()
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#client.watch(null)
    this.#linter.stop()
  }

  #changed(path: string, changes: readonly Change[] | null): void {
    if (this.#own.has(path) || /spectral|styleguide/.test(path)) this.#isOwnStale = true
    else if (path !== this.#front) return
    if (path === this.#front) this.#at = changes?.at(-1)?.from ?? this.#at
    this.#soon()
  }

  #soon(): void {
    this.#isStale = true
    clearTimeout(this.#timer)
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#run(), PAUSE)
  }

  async #run(): Promise<void> {
    if (this.#isBusy || this.#isOver) return
    this.#isBusy = true
    this.#isStale = false
    try {
      if (this.#isOwnStale) await this.#readOwn()
      if (this.#front !== null) await this.#lint(this.#front, this.#at)
    } catch (error) {
      // The next change asks again.
      if (!(error instanceof Unanswered)) throw error
    } finally {
      this.#isBusy = false
    }
    if (this.#isStale) this.#soon()
  }

  async #readOwn(): Promise<void> {
    this.#isOwnStale = false
    const own = await this.#client.ask('ruleset', {})
    this.#own = new Set(Object.keys(own?.files ?? {}))
    this.#linter.setGuides(own ? [...this.#extended, { ...own, isOwn: true }] : this.#extended)
  }

  async #lint(path: string, offset: number): Promise<void> {
    const ruled = await this.#client.ask('ruled', { path, offset })
    if (!ruled) return
    const { text, others, part } = ruled
    const found = await this.#linter.lint({ path, text, others, isPart: part !== null })
    if (this.#linter.isGivenUp) this.#onGivenUp()
    // What has changed meanwhile is looked at next.
    if (found && !this.#isStale && !this.#isOver) await this.#tell(path, part, found)
  }

  async #tell(path: string, part: Path | null, found: readonly Found[]): Promise<void> {
    const paths = found.map(({ path: at }) => at)
    const places = await this.#client.ask('places', { path, part, paths })
    if (this.#isStale || !this.#client.has(path)) return
    const problems = found.flatMap((one, index): Problem[] => {
      const place = places[index]
      return place ? [{ ...one, ...place, severity: SEVERITY[one.severity] }] : []
    })
    const kept = part ? this.#client.foundIn(path).filter((one) => !isOfPart(part, one.path)) : []
    this.#client.setFound(path, [...kept, ...problems])
  }
}

const SEVERITY = { error: 'error', warn: 'warning', info: 'hint', hint: 'hint' } as const
