const MOST_KEPT = 16

/**
 * Texts that were made of something, by what they say: a description of 300 KB is made once for all who may use the
 * same, not for each who asks. They go with what they were made of; of one thing there are at most 16.
 */
export class KeptTexts {
  readonly #kept = new WeakMap<object, Map<string, string>>()

  of(source: object, key: string, make: () => string): string {
    const texts = this.#kept.get(source) ?? new Map<string, string>()
    this.#kept.set(source, texts)
    const known = texts.get(key)
    if (known !== undefined) return known
    const [oldest] = texts.keys()
    if (oldest !== undefined && texts.size >= MOST_KEPT) texts.delete(oldest)
    const text = make()
    texts.set(key, text)
    return text
  }
}
