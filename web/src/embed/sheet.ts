// Emotion's rules as a constructed style sheet: those of a shadow root are in nobody's way, and need no
// 'unsafe-inline' in the policy of the page around.
import createCache, { type EmotionCache } from '@emotion/cache'

interface Options {
  key: string
  container: Node
}

// What emotion asks of its own sheets (@emotion/sheet).
class ConstructedSheet {
  readonly isSpeedy = true
  readonly tags: HTMLStyleElement[] = []
  readonly nonce = undefined
  readonly key: string
  readonly container: Node
  before: Element | null = null
  readonly #sheet = new CSSStyleSheet()

  constructor({ key, container }: Options) {
    this.key = key
    this.container = container
    if (container instanceof ShadowRoot) container.adoptedStyleSheets.push(this.#sheet)
  }

  hydrate(): void {
    // Nothing is written on a server.
  }

  insert(rule: string): void {
    try {
      this.#sheet.insertRule(inPixels(rule), this.#sheet.cssRules.length)
    } catch {
      // A selector of another browser's, which emotion writes for all.
    }
  }

  flush(): void {
    while (this.#sheet.cssRules.length > 0) this.#sheet.deleteRule(0)
  }
}

/** A rem is the size of text of the page around, which may have chosen any. */
function inPixels(rule: string): string {
  return rule.replace(/(?<![\w.-])(\d*\.?\d+)rem\b/g, (_, size: string) => `${Number(size) * 16}px`)
}

/** Emotion's cache for a shadow root. */
export function shadowStyles(root: ShadowRoot): EmotionCache {
  const cache = createCache({ key: 'waymark', container: root })
  cache.sheet = new ConstructedSheet({ key: 'waymark', container: root }) as unknown as EmotionCache['sheet']
  return cache
}
