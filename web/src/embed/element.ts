import { prepared } from './prepared.ts'
import type { Shown } from './show.tsx'

const attributes = [
  'workspace',
  'project',
  'branch',
  'node',
  'router',
  'base-path',
  'theme',
  'layout',
  'hide-try-it',
  'share-token',
]

/** Documentation of a project on another page. Its attributes are described in docs/embedding.md. */
export class WaymarkDocs extends HTMLElement {
  static readonly observedAttributes = attributes

  #shown: Promise<Shown> | undefined

  connectedCallback(): void {
    this.#shown ??= this.#begin()
  }

  disconnectedCallback(): void {
    // Moved within the page it is connected again in the same moment.
    queueMicrotask(() => {
      if (this.isConnected || !this.#shown) return
      void this.#shown.then((shown) => shown.end()).catch(() => undefined)
      this.#shown = undefined
    })
  }

  attributeChangedCallback(): void {
    void this.#shown?.then((shown) => shown.update()).catch(() => undefined)
  }

  async #begin(): Promise<Shown> {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    try {
      const { show } = await prepared()
      return show(this, root)
    } catch (cause) {
      const message = 'The documentation could not be loaded.'
      root.textContent = message
      this.dispatchEvent(new CustomEvent('waymark-error', { detail: { message }, bubbles: true }))
      throw new Error(message, { cause })
    }
  }
}
