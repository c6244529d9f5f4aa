// Cards between the lines of the code: the editor makes room for them, and whoever shows them draws into it.
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'

export interface PlacedCard {
  id: string
  /** A place in the line below which the card stands. */
  at: number
}

const setCards = StateEffect.define<readonly PlacedCard[]>()

/** The cards of one editor at a time. */
export class CardPlaces {
  readonly extension: Extension
  readonly #listeners = new Set<() => void>()
  #view: EditorView | null = null
  #cards: readonly PlacedCard[] = []
  #elements: ReadonlyMap<string, HTMLElement> = new Map()

  constructor() {
    const decorations = (cards: readonly PlacedCard[], doc: Text): DecorationSet =>
      Decoration.set(
        cards.map(({ id, at }) =>
          Decoration.widget({ widget: new Room(id, this), block: true, side: 1 }).range(
            doc.lineAt(Math.min(at, doc.length)).to,
          ),
        ),
        true,
      )
    const field = StateField.define<DecorationSet>({
      create: ({ doc }) => decorations(this.#cards, doc),
      update(shown, { effects, changes, newDoc }) {
        const set = effects.find((effect) => effect.is(setCards))
        return set ? decorations(set.value, newDoc) : shown.map(changes)
      },
      provide: (of) => EditorView.decorations.from(of),
    })
    const held = ViewPlugin.define((view) => {
      this.#view = view
      return {
        destroy: () => {
          if (this.#view === view) this.#view = null
        },
      }
    })
    this.extension = [field, held]
  }

  /** Where to draw, by card; another map after each change. */
  get elements(): ReadonlyMap<string, HTMLElement> {
    return this.#elements
  }

  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  show(cards: readonly PlacedCard[]): void {
    this.#cards = cards
    this.#view?.dispatch({ effects: setCards.of(cards) })
  }

  /** What is drawn has another height. */
  measure(): void {
    this.#view?.requestMeasure()
  }

  drawInto(id: string, element: HTMLElement | null): void {
    const next = new Map(this.#elements)
    if (element) next.set(id, element)
    else next.delete(id)
    this.#elements = next
    // The editor draws in the middle of an update.
    queueMicrotask(() => {
      for (const listen of [...this.#listeners]) listen()
    })
  }
}

class Room extends WidgetType {
  readonly #id: string
  readonly #places: CardPlaces

  constructor(id: string, places: CardPlaces) {
    super()
    this.#id = id
    this.#places = places
  }

  override eq(other: Room): boolean {
    return other.#id === this.#id && other.#places === this.#places
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('div')
    this.#places.drawInto(this.#id, element)
    return element
  }

  override destroy(element: HTMLElement): void {
    if (this.#places.elements.get(this.#id) === element) this.#places.drawInto(this.#id, null)
  }

  override get estimatedHeight(): number {
    return 180
  }

  override ignoreEvent(): boolean {
    return true
  }
}
