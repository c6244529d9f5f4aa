import Box from '@mui/material/Box'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Change } from '../../../../../../editing/types.ts'
import { MarkdownEditor } from '../../../../shared/ui/MarkdownEditor.tsx'
import { type OpenDocument, wholeOf } from '../../documents/open-document.ts'
import { changeOf, movedBy } from './article-text.ts'

interface Props {
  document: OpenDocument
  renderMarkdown: ((markdown: string) => ReactNode) | undefined
}

/** An article: its source with a toolbar, and how the docs will show it. What others write appears as one types. */
export function ArticleEditor({ document, renderMarkdown }: Props) {
  const { model } = document
  const frame = useRef<HTMLDivElement>(null)
  const kept = useRef<string>(undefined)
  const caret = useRef<{ start: number; end: number }>(undefined)
  const subscribe = useCallback(
    (listen: () => void) =>
      model.subscribe((changes: readonly Change[], origin) => {
        kept.current = undefined
        const field = frame.current?.querySelector('textarea')
        // What others write must not move the caret of who types.
        if (origin !== 'form' && field)
          caret.current = {
            start: movedBy(changes, field.selectionStart),
            end: movedBy(changes, field.selectionEnd),
          }
        listen()
      }),
    [model],
  )
  const text = useSyncExternalStore(subscribe, () => {
    kept.current ??= wholeOf(model.text)
    return kept.current
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is put back with each text of others
  useLayoutEffect(() => {
    const field = frame.current?.querySelector('textarea')
    if (!field || !caret.current) return
    if (globalThis.document.activeElement === field)
      field.setSelectionRange(caret.current.start, caret.current.end)
    caret.current = undefined
  }, [text])
  useEffect(() => {
    const element = frame.current
    if (!element || document.readOnly) return
    // The field's own undo knows nothing of what others wrote: the document's does.
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (key !== 'z' && !isRedo) return
      event.preventDefault()
      if (isRedo) model.redo()
      else model.undo()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [model, document.readOnly])
  const write = (next: string) => {
    const change = changeOf(wholeOf(model.text), next)
    if (change) model.apply([change], 'form')
  }
  return (
    <Box ref={frame}>
      <MarkdownEditor
        label={document.path.split('/').at(-1) ?? document.path}
        value={text}
        onChange={write}
        isDisabled={document.readOnly}
        minRows={24}
        renderPreview={
          renderMarkdown ?? ((markdown) => <Box sx={{ whiteSpace: 'pre-wrap' }}>{markdown}</Box>)
        }
      />
    </Box>
  )
}
