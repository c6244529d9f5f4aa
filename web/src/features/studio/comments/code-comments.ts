// Comments in the code: a mark in the margin, the stretch they are about, and a button beside what is selected.
import { type Extension, type Line, RangeSet, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { CommentMark, CommentMarks } from './comment-marks.ts'

const setMarks = StateEffect.define<readonly CommentMark[]>()

interface Shown {
  stretches: DecorationSet
  margin: RangeSet<Bubble>
}

/** The marks that the margin shows with a line: drawn as a bubble with how many there are. */
class Bubble extends GutterMarker {
  readonly ids: readonly number[]

  constructor(ids: readonly number[]) {
    super()
    this.ids = ids
  }

  override eq(other: Bubble): boolean {
    return other.ids.join() === this.ids.join()
  }

  override toDOM(): HTMLElement {
    const bubble = document.createElement('span')
    bubble.className = 'cm-comment-bubble'
    const count = this.ids.length
    bubble.textContent = String(count)
    bubble.title = count === 1 ? 'Open the comment' : `Open the first of ${count} comments`
    return bubble
  }
}

const field = StateField.define<Shown>({
  create: () => ({ stretches: Decoration.none, margin: RangeSet.empty }),
  update(shown, { effects, changes, state }) {
    const next = effects.find((effect) => effect.is(setMarks))
    if (next) return shownOf(next.value, state.doc.length, (at) => state.doc.lineAt(at))
    if (changes.empty) return shown
    return { stretches: shown.stretches.map(changes), margin: shown.margin.map(changes) }
  },
  provide: (from) => EditorView.decorations.from(from, ({ stretches }) => stretches),
})

/** The first line of a part says enough, until its thread is open; more than this is never painted. */
const mostPainted = 2000

function shownOf(marks: readonly CommentMark[], length: number, lineOf: (at: number) => Line): Shown {
  const stretches = []
  const lines = new Map<number, number[]>()
  for (const { id, range, isPart, isSelected } of marks) {
    const [from, to] = [Math.min(range.from, length), Math.min(range.to, length)]
    const line = lineOf(from)
    lines.set(line.from, [...(lines.get(line.from) ?? []), id])
    const painted = Decoration.mark({ class: isSelected ? 'cm-comment cm-comment-selected' : 'cm-comment' })
    const end = Math.min(to, isPart && !isSelected ? line.to : from + mostPainted)
    if (from < end) stretches.push(painted.range(from, end))
  }
  const margin = [...lines].map(([at, ids]) => new Bubble(ids).range(at))
  return { stretches: Decoration.set(stretches, true), margin: RangeSet.of(margin, true) }
}

const look = EditorView.baseTheme({
  '.cm-comment': {
    // The letters keep their contrast: the line below says more than the ground.
    backgroundColor: 'color-mix(in srgb, var(--comment) 4%, transparent)',
    borderBottom: '2px solid color-mix(in srgb, var(--comment) 60%, transparent)',
  },
  '.cm-comment-selected': {
    backgroundColor: 'color-mix(in srgb, var(--comment) 6%, transparent)',
    borderBottomColor: 'var(--comment)',
  },
  '.cm-comment-gutter': { minWidth: '1.6em' },
  '.cm-comment-bubble': {
    display: 'inline-block',
    minWidth: '1.4em',
    textAlign: 'center',
    borderRadius: '0.7em 0.7em 0.7em 0.1em',
    backgroundColor: 'var(--comment)',
    color: 'var(--comment-text)',
    fontSize: '0.8em',
    fontWeight: '600',
    lineHeight: '1.5',
    cursor: 'pointer',
  },
  '.cm-comment-add': {
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    padding: '2px 10px',
    cursor: 'pointer',
  },
})

/** Shows the comments of a document in its code. */
export function commentExtensions(
  marks: CommentMarks,
  documentId: string,
  colours: { mark: string; text: string },
): Extension {
  const follow = ViewPlugin.define((view) => {
    let isOpen = true
    const show = () =>
      queueMicrotask(() => isOpen && view.dispatch({ effects: setMarks.of(marks.of(documentId)) }))
    const tell = () => {
      const { from, to } = view.state.selection.main
      const line = view.state.doc.lineAt(from)
      const lead = /^\s*/.exec(line.text)?.[0].length ?? 0
      // Without a selection it is the line that one is in.
      marks.select(documentId, from < to ? { from, to } : { from: line.from + lead, to: line.to })
    }
    const stop = marks.subscribe(show)
    show()
    tell()
    return {
      update(update: ViewUpdate) {
        if (update.selectionSet || update.docChanged) tell()
      },
      destroy() {
        isOpen = false
        stop()
      },
    }
  })
  return [
    field,
    follow,
    look,
    EditorView.editorAttributes.of({ style: `--comment: ${colours.mark}; --comment-text: ${colours.text}` }),
    gutter({
      class: 'cm-comment-gutter',
      markers: (view) => view.state.field(field).margin,
      domEventHandlers: {
        click: (view, line) => {
          let first: number | undefined
          view.state.field(field).margin.between(line.from, line.to, (_from, _to, bubble) => {
            first ??= bubble.ids[0]
          })
          if (first !== undefined) marks.onOpen(first)
          return first !== undefined
        },
      },
    }),
    showTooltip.compute(['selection'], ({ selection: { main } }) =>
      main.empty ? null : button(main.head, main.head < main.anchor, marks),
    ),
  ]
}

function button(pos: number, above: boolean, marks: CommentMarks): Tooltip {
  return {
    pos,
    above,
    create: () => {
      const dom = document.createElement('div')
      const add = document.createElement('button')
      add.type = 'button'
      add.className = 'cm-comment-add'
      add.textContent = 'Comment'
      // The selection stays what it is.
      add.addEventListener('mousedown', (event) => event.preventDefault())
      add.addEventListener('click', () => marks.onComment())
      dom.append(add)
      return { dom }
    },
  }
}
