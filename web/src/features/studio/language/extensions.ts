// What the code view gets from the language service.
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  snippetCompletion,
} from '@codemirror/autocomplete'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { type Extension, Prec } from '@codemirror/state'
import { type Command, EditorView, hoverTooltip, keymap, ViewPlugin } from '@codemirror/view'
import type { Range } from '../../../../../editing/types.ts'
import { type LanguageClient, Unanswered } from './client.ts'
import { hoverBox } from './hover-box.ts'
import type { Problem } from './protocol.ts'

/** What the code view asks of the screen around. */
export interface LanguageActions {
  /** Shows a place, of this file or another. */
  goTo: (path: string, range: Range) => void
  /** Where one came from. */
  back: () => void
  findUses: (path: string, offset: number) => void
  rename: (path: string, offset: number) => void
  fix: (path: string, problem: Problem, fix: Problem['fixes'][number]) => void
  format: (path: string) => void
  searchAll: (text: string) => void
}

const LOOK = EditorView.baseTheme({
  '.cm-hover': { maxWidth: '30rem', padding: '0.5rem 0.75rem', lineHeight: '1.5' },
  '.cm-hover p': { margin: '0.25rem 0 0' },
  '.cm-hover-detail': { marginInlineStart: '0.75rem', opacity: '0.75' },
  '.cm-completionInfo': { maxWidth: '24rem', padding: '0.5rem 0.75rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { padding: '0.375rem 0.75rem' },
  '.cm-diagnosticAction': { borderRadius: '4px', padding: '0.125rem 0.5rem' },
})

/** Underlines are drawn for so many; the list has all. */
const MOST_UNDERLINED = 500

/** Completion, hover, problems, and the keys that lead from place to place. */
export function languageExtensions(
  client: LanguageClient,
  path: string,
  actions: LanguageActions,
): Extension {
  const isMarkdown = /\.(md|markdown)$/i.test(path)
  return [
    isMarkdown
      ? []
      : autocompletion({ icons: false, override: [(context) => completions(client, path, context)] }),
    isMarkdown ? [] : hoverTooltip((_view, offset) => hoverAt(client, path, offset), { hoverTime: 350 }),
    lintGutter(),
    LOOK,
    problemsPlugin(client, path, actions),
    Prec.high(keymap.of(keysOf(client, path, actions))),
    keymap.of(completionKeymap),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey || event.button !== 0) return false
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (offset === null) return false
        event.preventDefault()
        void goToDefinition(client, path, offset, actions)
        return true
      },
    }),
  ]
}

async function completions(
  client: LanguageClient,
  path: string,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$./#-]+$/)
  if (!word && !context.explicit) return null
  const abort = new AbortController()
  context.addEventListener('abort', () => abort.abort())
  const found = await client
    .ask('complete', { path, offset: context.pos }, abort.signal)
    .catch(ignoreUnanswered)
  if (!found) return null
  return {
    from: found.from,
    to: found.to,
    validFor: /^["']?[\w$./#{}~ -]*$/,
    options: found.options.map(({ label, template, kind, detail, info }) => ({
      ...snippetCompletion(template, {
        label,
        detail,
        type: TYPES[kind],
        ...(info !== '' && { info }),
      }),
    })),
  }
}

const TYPES = { key: 'property', value: 'enum', reference: 'type', snippet: 'text' } as const

async function hoverAt(client: LanguageClient, path: string, offset: number) {
  const found = await client.ask('hover', { path, offset }).catch(ignoreUnanswered)
  if (!found) return null
  return { pos: found.range.from, end: found.range.to, above: true, create: () => ({ dom: hoverBox(found) }) }
}

function problemsPlugin(client: LanguageClient, path: string, actions: LanguageActions): Extension {
  return ViewPlugin.define((view) => {
    let shown: readonly Problem[] = []
    let isOver = false
    const show = () => {
      const problems = client.problemsOf(path)
      if (isOver || problems === shown) return
      shown = problems
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(problems, view.state.doc.length, path, actions)))
    }
    const stop = client.subscribe(show)
    queueMicrotask(show)
    return {
      destroy: () => {
        isOver = true
        stop()
      },
    }
  })
}

function diagnosticsOf(
  problems: readonly Problem[],
  length: number,
  path: string,
  actions: LanguageActions,
): Diagnostic[] {
  return problems.slice(0, MOST_UNDERLINED).map((problem) => ({
    from: Math.min(problem.range.from, length),
    to: Math.min(problem.range.to, length),
    severity: problem.severity,
    source: problem.code,
    message: problem.message,
    actions: problem.fixes.map((fix) => ({
      name: fix.title,
      apply: () => actions.fix(path, problem, fix),
    })),
  }))
}

function keysOf(client: LanguageClient, path: string, actions: LanguageActions) {
  const at =
    (run: (offset: number, view: EditorView) => void): Command =>
    (view) => {
      run(view.state.selection.main.head, view)
      return true
    }
  return [
    {
      key: 'F12',
      run: at((offset) => void goToDefinition(client, path, offset, actions)),
      preventDefault: true,
    },
    { key: 'Shift-F12', run: at((offset) => actions.findUses(path, offset)), preventDefault: true },
    { key: 'F2', run: at((offset) => actions.rename(path, offset)), preventDefault: true },
    { key: 'Alt-ArrowLeft', mac: 'Ctrl--', run: at(actions.back), preventDefault: true },
    { key: 'Shift-Alt-f', run: at(() => actions.format(path)), preventDefault: true },
    {
      key: 'Mod-Shift-f',
      run: at((_offset, { state }) => {
        const { from, to } = state.selection.main
        actions.searchAll(to - from < 200 ? state.sliceDoc(from, to) : '')
      }),
      preventDefault: true,
    },
  ]
}

async function goToDefinition(
  client: LanguageClient,
  path: string,
  offset: number,
  actions: LanguageActions,
): Promise<void> {
  const found = await client.ask('definition', { path, offset }).catch(ignoreUnanswered)
  if (found) actions.goTo(found.path, found.range)
}

function ignoreUnanswered(error: unknown): null {
  if (error instanceof Unanswered) return null
  throw error
}
