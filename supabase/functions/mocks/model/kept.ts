/** Values by key, the most lately used ones, together of a bounded weight. */
export class Kept<Value> {
  readonly #most: number
  readonly #weigh: (value: Value) => number
  readonly #values = new Map<string, Value>()
  #weight = 0

  constructor(most: number, weigh: (value: Value) => number = () => 1) {
    this.#most = most
    this.#weigh = weigh
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#remove(key)
    this.#values.set(key, value)
    this.#weight += this.#weigh(value)
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#values.delete(key)
    this.#weight -= this.#weigh(value)
  }
}
