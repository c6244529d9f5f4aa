import Box from '@mui/material/Box'
import { Suspense, useMemo } from 'react'
import type { OpenDocument } from '../documents/open-document.ts'
import { FilesPane } from '../tree/FilesPane.tsx'
import { useRestingCaret } from './caret.ts'
import { Outline } from './slots.ts'
import type { Stage } from './use-stage.ts'

/** On the left: the files, and what the one in front consists of. */
export function LeftPane({ stage }: { stage: Stage }) {
  const { project, branch, files, desk, language, document, active, readOnly } = stage
  const isOutlined = document?.description && active?.path.endsWith('toc.json') === false
  return (
    <>
      <FilesPane
        project={project}
        branchId={branch.id}
        files={files}
        active={desk.active}
        readOnly={readOnly}
        creating={stage.creating}
        onCreating={stage.setCreating}
        onOpen={stage.openFile}
        onMove={language.actions.moveWith}
      />
      {isOutlined ? (
        <Box
          sx={{
            flex: 1.4,
            minHeight: 0,
            overflow: 'auto',
            position: 'relative',
            borderTop: 1,
            borderColor: 'divider',
            display: 'flex',
            flexDirection: 'column',
          }}
        >
          <Suspense fallback={null}>
            <OutlineHere stage={stage} document={document} />
          </Suspense>
        </Box>
      ) : null}
    </>
  )
}

/** The outline, which follows to where one is: in the form, or with the caret in the code. */
function OutlineHere({ stage, document }: { stage: Stage; document: OpenDocument }) {
  const { desk, language, caret, path } = stage
  const { description } = document
  const place = useRestingCaret(caret)
  const isCode = desk.view === 'code'
  const caretPath = useMemo(
    () => (isCode && place && description ? description.pathAt(place.offset) : path),
    [isCode, place, description, path],
  )
  return (
    <Outline
      document={document}
      path={caretPath}
      onOpen={(to) => stage.showAt(document, to)}
      onEditInCode={(range) => desk.open(document.id, { range })}
      onRename={(to, name, more) => language.actions.renameAt(document.path, to, name, more)}
    />
  )
}
