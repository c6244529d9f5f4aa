// Who waits for the engine, and whose turn is next. Nobody, and no workspace, may take all the places.

export interface Asker {
  /** Whose description it is. */
  owner: string
  /** Who asks for an answer from it. */
  client: string
}

const mostOfOwner = 40
const mostOfClient = 10

export class Line<Entry extends Asker> {
  readonly #most: number
  #waiting: Entry[] = []
  #last: Asker = { owner: '', client: '' }

  constructor(most: number) {
    this.#most = most
  }

  /** Whether there was a place. */
  join(entry: Entry): boolean {
    const count = (key: keyof Asker) => this.#waiting.filter((other) => other[key] === entry[key]).length
    const isFull =
      this.#waiting.length >= this.#most || count('owner') >= mostOfOwner || count('client') >= mostOfClient
    if (!isFull) this.#waiting.push(entry)
    return !isFull
  }

  /** The first of another workspace than the last one, else of another client, else the first. */
  next(): Entry | undefined {
    const { owner, client } = this.#last
    const taken =
      this.#waiting.find((entry) => entry.owner !== owner && entry.client !== client) ??
      this.#waiting.find((entry) => entry.client !== client) ??
      this.#waiting[0]
    if (!taken) return undefined
    this.#waiting = this.#waiting.filter((entry) => entry !== taken)
    this.#last = taken
    return taken
  }
}
