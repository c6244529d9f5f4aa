import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef } from 'react'
import { codeTheme } from '../code/code-theme.ts'
import { languageOf } from '../code/languages.ts'
import { formatOf } from '../documents/open-document.ts'

interface Props {
  path: string
  before: string
  now: string
}

/** Two states of a text: side by side, on a narrow screen one below the other; what is equal is folded away. */
export function Diff({ path, before, now }: Props) {
  const theme = useTheme()
  const isWide = useMediaQuery(theme.breakpoints.up('lg'), { noSsr: true })
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!parent.current) return
    const shared: Extension[] = [
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': path }),
      codeTheme(theme),
      languageOf(formatOf(path), Math.max(before.length, now.length)),
    ]
    const collapseUnchanged = { margin: 3, minSize: 6 }
    // Of large files it says roughly what differs rather than keeping one waiting.
    const diffConfig = { scanLimit: 2_000, timeout: 1_500 }
    const view = isWide
      ? new MergeView({
          parent: parent.current,
          a: { doc: before, extensions: shared },
          b: { doc: now, extensions: shared },
          collapseUnchanged,
          diffConfig,
        })
      : new EditorView({
          parent: parent.current,
          doc: now,
          extensions: [
            ...shared,
            unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged, diffConfig }),
          ],
        })
    return () => view.destroy()
  }, [path, before, now, isWide, theme])
  return (
    <Box
      ref={parent}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        '& .cm-mergeView': { height: '100%', overflow: 'auto' },
        '& .cm-editor': { height: 'auto' },
        // Underlined as what is changed: on a red ground the colours of the code cannot be read.
        '& .cm-editor.cm-merge-b .cm-deletedText': {
          background: 'linear-gradient(#ee443399, #ee443399) bottom/100% 2px no-repeat',
        },
        '& .cm-collapsedLines': {
          backgroundColor: 'background.default',
          backgroundImage: 'none',
          '&::before, &::after': { content: '"…"' },
          color: 'text.secondary',
        },
      }}
    />
  )
}
