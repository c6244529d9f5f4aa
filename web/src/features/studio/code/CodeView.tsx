import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Range } from '../../../../../editing/types.ts'
import type { LinePlace, OpenDocument } from '../documents/open-document.ts'
import type { TextModel } from '../documents/text-model.ts'
import { boundTo } from './binding.ts'
import { sharedCarets } from './carets.ts'
import { codeTheme } from './code-theme.ts'
import { languageOf } from './languages.ts'
import { liteFrom } from './lite.ts'

/** A stretch to show; another object shows it again. */
export interface Reveal {
  range: Range
}

interface Props {
  document: OpenDocument
  /** What else the editor does: completion, diagnostics. Another array builds the editor anew. */
  extensions?: readonly Extension[] | undefined
  reveal?: Reveal | null | undefined
  onPlace?: ((place: LinePlace & { offset: number }) => void) | undefined
}

/** Where one was in texts that are open, for when one comes back to them. */
const places = new WeakMap<TextModel, { anchor: number; head: number; top: number }>()

/** The text of a document, to be edited as it is written. */
export function CodeView({ document, extensions, reveal, onPlace }: Props) {
  const theme = useTheme()
  const parent = useRef<HTMLDivElement>(null)
  const shown = useRef<{ view: EditorView; readOnly: Compartment } | null>(null)
  const { model, format, path, readOnly, awareness } = document
  const tell = useEffectEvent((view: EditorView) => {
    const { head } = view.state.selection.main
    const line = view.state.doc.lineAt(head)
    onPlace?.({ line: line.number, column: head - line.from + 1, offset: head })
  })
  const isReadOnly = useEffectEvent(() => readOnly)

  useEffect(() => {
    if (!parent.current) return
    const readOnlyPart = new Compartment()
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: model.rope,
        extensions: [
          EditorState.lineSeparator.of('\n'),
          readOnlyPart.of(EditorState.readOnly.of(isReadOnly())),
          basics(model.text.length >= liteFrom),
          languageOf(format, model.text.length),
          boundTo(model),
          sharedCarets({ awareness, model }),
          EditorView.contentAttributes.of({
            'aria-label': path,
            // What scrolls is reached by keys: not every tool knows that what is edited is.
            tabindex: '0',
            spellcheck: format === 'markdown' ? 'true' : 'false',
          }),
          format === 'markdown' ? EditorView.lineWrapping : [],
          codeTheme(theme),
          EditorView.updateListener.of((update) => {
            if (update.selectionSet || update.docChanged || update.focusChanged) tell(update.view)
          }),
          ...(extensions ?? []),
        ],
      }),
    })
    shown.current = { view, readOnly: readOnlyPart }
    goBack(view, model)
    tell(view)
    return () => {
      const { anchor, head } = view.state.selection.main
      places.set(model, { anchor, head, top: view.scrollDOM.scrollTop })
      shown.current = null
      view.destroy()
    }
  }, [model, format, path, awareness, extensions, theme])

  useEffect(() => {
    const now = shown.current
    now?.view.dispatch({ effects: now.readOnly.reconfigure(EditorState.readOnly.of(readOnly)) })
  }, [readOnly])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is shown first, and then what is in it.
  useEffect(() => {
    const view = shown.current?.view
    if (!view || !reveal) return
    const { length } = view.state.doc
    const [anchor, head] = [Math.min(reveal.range.from, length), Math.min(reveal.range.to, length)]
    view.dispatch({
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    })
    view.focus()
  }, [reveal, model])

  return <Box ref={parent} sx={{ flex: 1, minHeight: 0, minWidth: 0, overflow: 'hidden' }} />
}

function goBack(view: EditorView, model: TextModel): void {
  const place = places.get(model)
  if (!place) return
  const { length } = view.state.doc
  view.dispatch({ selection: { anchor: Math.min(place.anchor, length), head: Math.min(place.head, length) } })
  view.scrollDOM.scrollTop = place.top
}

function basics(isLarge: boolean): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    codeFolding(),
    foldGutter(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    search({ top: true }),
    closeBrackets(),
    // These read the whole text after each key.
    isLarge ? [] : [bracketMatching(), indentOnInput(), highlightSelectionMatches()],
    // What is pasted from Windows has line feeds here as everything else.
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ]
}
