import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { Sides } from '../layout/Sides.tsx'
import type { StudioBranch, StudioFile, StudioProject } from '../model.ts'
import { ChangedFiles } from './ChangedFiles.tsx'
import { DiscardDialog } from './DiscardDialog.tsx'

interface Props {
  project: StudioProject
  branch: StudioBranch
  /** The files that have changed. */
  files: readonly StudioFile[]
  mayDiscard: boolean
  /** Those that are chosen, where one may choose. */
  taken?: ReadonlySet<string>
  onTake?: (file: StudioFile, isTaken: boolean) => void
  /** Said where nothing has changed. */
  nothing: string
  /** What becomes of a text that is not sent yet; null where all are. */
  unsaved: string | null
  /** What all that changed means to readers and clients; the other side of the files. */
  compared: ReactNode
  /** Opens what the branch has beside what is here; null for who may not change it. */
  onBringTogether: (() => void) | null
}

/** What is about to be published or committed: file by file, and what speaks against it. */
export function Changes(props: Props) {
  const { project, branch, files, mayDiscard, taken, onTake, nothing, unsaved, compared, onBringTogether } =
    props
  const [discarding, setDiscarding] = useState<StudioFile | null>(null)
  const moved = files.filter(({ base_moved }) => base_moved)
  const action = (file: StudioFile) => (
    <Button size="small" color="error" onClick={() => setDiscarding(file)}>
      Discard…
    </Button>
  )
  return (
    <>
      {files.length === 0 ? (
        <Typography color="textSecondary">{nothing}</Typography>
      ) : (
        <Sides
          meaning={compared}
          files={
            <ChangedFiles
              projectId={project.id}
              branchSlug={branch.slug}
              files={files}
              taken={taken}
              onTake={onTake}
              action={mayDiscard ? action : undefined}
            />
          }
        />
      )}
      {moved.length > 0 ? (
        <Callout severity="warning" title="The branch has changed under what you changed">
          {moved.map(({ path }) => path).join(', ')}
          {onBringTogether ? (
            <Button size="small" color="inherit" onClick={onBringTogether} sx={{ ml: 1 }}>
              Bring together…
            </Button>
          ) : null}
        </Callout>
      ) : null}
      {unsaved ? (
        <Typography variant="body2" color="warning.main">
          Some of what you typed here is not saved yet: {unsaved}
        </Typography>
      ) : null}
      <DiscardDialog project={project} file={discarding} onClose={() => setDiscarding(null)} />
    </>
  )
}
