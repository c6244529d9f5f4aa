/** Remembers what was made for the keys used last. */
export class Recent<Value> {
  readonly #known = new Map<string, Value>()
  readonly #size: number
  readonly #longest: number

  /** `size` keys at most, none longer than `longest` characters: what is large is rarely asked for twice. */
  constructor(size: number, longest: number) {
    this.#size = size
    this.#longest = longest
  }

  /** The value of a key, made when it is not known. What throws is not remembered. */
  get(key: string, make: () => Value): Value {
    const known = this.#known.get(key)
    if (known !== undefined) {
      // Re-inserting keeps the map in order of last use.
      this.#known.delete(key)
      this.#known.set(key, known)
      return known
    }
    const made = make()
    if (key.length > this.#longest) return made
    if (this.#known.size >= this.#size) this.#known.delete(this.#known.keys().next().value ?? '')
    this.#known.set(key, made)
    return made
  }
}
