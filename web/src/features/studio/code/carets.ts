// Where the others are: a line in their colour with their name, and what they have selected.
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import type { OpenDocument, Person } from '../documents/open-document.ts'

const setCarets = StateEffect.define<DecorationSet>()

const carets = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes }) {
    const next = effects.find((effect) => effect.is(setCarets))
    return next ? next.value : shown.map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Shows the others' carets in an editor, and tells them one's own. */
export function sharedCarets({ awareness, model }: Pick<OpenDocument, 'awareness' | 'model'>): Extension {
  const plugin = ViewPlugin.define((view) => {
    let isOpen = true
    const later = (work: () => void) => queueMicrotask(() => isOpen && work())
    let frame: number | null = null
    // Ten who type tell of fifty places a second: a frame shows the last of each.
    const show = () => {
      frame ??= requestAnimationFrame(() => {
        frame = null
        if (isOpen) view.dispatch({ effects: setCarets.of(decorationsOf(awareness.people(), model)) })
      })
    }
    const tell = () =>
      later(() => {
        const { anchor, head } = view.state.selection.main
        awareness.select(view.hasFocus ? { anchor, head } : null)
      })
    const stop = awareness.subscribe(show)
    show()
    return {
      update(update: ViewUpdate) {
        if (update.selectionSet || update.focusChanged) tell()
      },
      destroy() {
        isOpen = false
        if (frame !== null) cancelAnimationFrame(frame)
        stop()
        awareness.select(null)
      },
    }
  })
  return [carets, plugin]
}

function decorationsOf(people: readonly Person[], model: OpenDocument['model']): DecorationSet {
  const found = people.flatMap(({ selection, name, colour, client }) => {
    const anchor = selection ? model.find(selection.anchor) : null
    const head = selection ? model.find(selection.head) : null
    if (anchor === null || head === null) return []
    const caret = Decoration.widget({
      widget: new Caret(client, name, colour),
      side: head < anchor ? -1 : 1,
    }).range(head)
    if (anchor === head) return [caret]
    const selected = Decoration.mark({ class: `cm-theirs cm-person-${colour}` })
    return [selected.range(Math.min(anchor, head), Math.max(anchor, head)), caret]
  })
  return Decoration.set(found, true)
}

class Caret extends WidgetType {
  readonly #client: number
  readonly #name: string
  readonly #colour: number

  constructor(client: number, name: string, colour: number) {
    super()
    this.#client = client
    this.#name = name
    this.#colour = colour
  }

  override eq(other: Caret): boolean {
    return other.#client === this.#client && other.#name === this.#name && other.#colour === this.#colour
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement('span')
    caret.className = `cm-caret cm-person-${this.#colour}`
    // Who is here stands in the bar as well: read aloud within a line it would only disturb.
    caret.setAttribute('aria-hidden', 'true')
    const label = document.createElement('span')
    label.className = 'cm-caret-name'
    label.textContent = this.#name
    caret.append('\u2060', label, '\u2060')
    return caret
  }

  override ignoreEvent(): boolean {
    return true
  }
}
