// The editor shows a text model and writes it: what is typed goes there at once, what comes from there is shown here.
import { Annotation, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { Change } from '../../../../../editing/types.ts'
import type { Source, TextModel } from '../documents/text-model.ts'

/** Marks what the model said itself. */
const fromModel = Annotation.define<Source>()

/** Binds an editor to a model, with undo of one's own. */
export function boundTo(model: TextModel): Extension {
  const plugin = ViewPlugin.define((view) => new Binding(view, model))
  const command = (run: () => void) => () => {
    run()
    return true
  }
  return [
    plugin,
    Prec.high(
      keymap.of([
        { key: 'Mod-z', run: command(() => model.undo()), preventDefault: true },
        { key: 'Mod-y', mac: 'Mod-Shift-z', run: command(() => model.redo()), preventDefault: true },
        { linux: 'Ctrl-Shift-z', run: command(() => model.redo()), preventDefault: true },
      ]),
    ),
    EditorView.domEventHandlers({
      // The browser's own menu and gestures undo as well.
      beforeinput(event) {
        if (event.inputType === 'historyUndo') model.undo()
        else if (event.inputType === 'historyRedo') model.redo()
        else return false
        event.preventDefault()
        return true
      },
    }),
  ]
}

class Binding {
  readonly #view: EditorView
  readonly #model: TextModel
  readonly #stop: () => void
  /** What the model says while the editor is at work is shown right after: it cannot be shown then. */
  #late: { changes: readonly Change[]; source: Source }[] = []
  #isWriting = false
  #isUpdating = false

  constructor(view: EditorView, model: TextModel) {
    this.#view = view
    this.#model = model
    this.#stop = model.subscribe((changes, source) => this.#onModel(changes, source))
  }

  update({ transactions, docChanged }: ViewUpdate): void {
    if (!docChanged) return
    this.#isUpdating = true
    for (const transaction of transactions) {
      if (!transaction.docChanged || transaction.annotation(fromModel) !== undefined) continue
      const changes: Change[] = []
      transaction.changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
        changes.push({ from, to, insert: inserted.sliceString(0, inserted.length, '\n') })
      })
      this.#isWriting = true
      this.#model.apply(changes, 'code')
      this.#isWriting = false
    }
    this.#isUpdating = false
  }

  destroy(): void {
    this.#stop()
  }

  #onModel(changes: readonly Change[], source: Source): void {
    if (this.#isWriting && source === 'code') return
    if (this.#isUpdating || this.#late.length > 0) {
      this.#late.push({ changes, source })
      queueMicrotask(() => this.#showLate())
      return
    }
    this.#show(changes, source)
  }

  #showLate(): void {
    for (const { changes, source } of this.#late.splice(0)) this.#show(changes, source)
  }

  #show(changes: readonly Change[], source: Source): void {
    const state = this.#view.state
    const set = state.changes(changes.map(({ from, to, insert }) => ({ from, to, insert })))
    const last = changes.at(-1)
    const shows = source === 'undo' && this.#view.hasFocus && last !== undefined
    this.#view.dispatch({
      changes: set,
      annotations: fromModel.of(source),
      ...(shows && {
        selection: { anchor: set.mapPos(last.to, 1) },
        scrollIntoView: true,
      }),
    })
  }
}
