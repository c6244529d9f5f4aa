import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useCallback } from 'react'
import type { Path } from '../../../../../editing/types.ts'
import { ErrorBoundary } from '../../../shared/ui/ErrorBoundary.tsx'
import { AnalysedNodeView, type UnsavedNodes } from '../../../shared/ui/node-slot.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { TextModel } from '../documents/text-model.ts'
import type { LanguageClient } from '../language/client.ts'
import { PanelNote } from '../language/panels/FileHeading.tsx'
import type { Analysis } from './analysis-client.ts'
import type { AnalysedSlice } from './analysis-protocol.ts'
import { type PreviewCaret, usePreview } from './use-preview.ts'

interface Props {
  client: LanguageClient
  analysis: Analysis
  document: { path: string; model: TextModel }
  /** The value that a form shows; null: where the caret is counts. */
  at: Path | null
  caret: PreviewCaret
  /** The branch whose working copy it is: operations of it can be tried. */
  unsaved?: UnsavedNodes
}

/** What is being edited, as readers of the docs will see it. */
export function PreviewPanel({ client, analysis, document, at, caret, unsaved }: Props) {
  const { slice, notice, isLoading } = usePreview(client, analysis, document, { at, caret })
  return (
    <Box
      component="section"
      aria-label="Preview"
      // What is hidden from sight only stays within what scrolls.
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        position: 'relative',
        backgroundColor: 'background.paper',
      }}
    >
      {notice && slice ? (
        <Alert severity="info" sx={{ borderRadius: 0, position: 'sticky', top: 0, zIndex: 2 }}>
          {notice} What is shown is how it was last.
        </Alert>
      ) : null}
      {slice ? (
        <Shown slice={slice} unsaved={unsaved} />
      ) : isLoading ? (
        <Spinner label="Making the preview" />
      ) : null}
      {!slice && !isLoading ? (
        <PanelNote>{notice ?? 'Nothing of this is shown in the docs.'}</PanelNote>
      ) : null}
    </Box>
  )
}

interface ShownProps {
  slice: AnalysedSlice
  unsaved: UnsavedNodes | undefined
}

function Shown({ slice: { node, models }, unsaved }: ShownProps) {
  const nodeAt = useCallback((uri: string) => models.find((model) => model.uri === uri) ?? null, [models])
  if (!node) return null
  return (
    <ErrorBoundary key={node.uri}>
      <Box sx={{ p: 2.5 }}>
        <AnalysedNodeView node={node} nodeAt={nodeAt} unsaved={unsaved} />
      </Box>
    </ErrorBoundary>
  )
}
