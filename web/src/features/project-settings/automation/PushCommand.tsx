import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { folderPushCommand } from '../../../shared/data/push-command.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { monospace, typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { SectionProps } from '../model.ts'
import { useBranches } from '../queries.ts'
import { useRotateToken, useShowToken } from './ci-token.ts'

/** Stands for a token that is not shown. */
const masked = '*'.repeat(24)

/** Push data: the command that a script pushes with, and the token that it needs. */
export function PushCommand({ project, can }: SectionProps) {
  const branches = useBranches(project.id)
  const branch = branches.data?.find(({ is_default }) => is_default)
  const mayPush = can('project_contents_update')
  return (
    <Section title="Push data" isTopic>
      {branches.isPending ? <Spinner label="Loading the branches" /> : null}
      {branches.isLoadingError ? (
        <ReadFault error={branches.error} onRetry={() => void branches.refetch()} />
      ) : null}
      {branch ? (
        <Typography variant="body2" color="textSecondary">
          Run in a folder, or by a script, this makes the folder’s files the content of the branch{' '}
          {branch.name}. It needs the CI token of this project
          {mayPush ? '' : ' in WAYMARK_CI_TOKEN, which is shown to who may change its content'}.
        </Typography>
      ) : null}
      {branch ? <Command projectId={project.id} branchSlug={branch.slug} mayPush={mayPush} /> : null}
    </Section>
  )
}

interface CommandProps {
  projectId: number
  branchSlug: string
  mayPush: boolean
}

function Command({ projectId, branchSlug, mayPush }: CommandProps) {
  const show = useShowToken(projectId)
  const [isAsking, setAsking] = useState(false)
  const token = show.data?.ci_token ?? null
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'start',
          gap: 1,
          p: 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          backgroundColor: 'background.paper',
        }}
      >
        <Box
          component="pre"
          aria-label="Push command"
          // What does not fit is scrolled to by keys too.
          tabIndex={0}
          sx={{
            flex: 1,
            minWidth: 0,
            m: 0,
            overflow: 'auto',
            fontFamily: monospace,
            fontSize: typeSizes.codeSmall,
          }}
        >
          {folderPushCommand(branchSlug, token ?? (mayPush ? masked : undefined))}
        </Box>
        <CopyButton text={folderPushCommand(branchSlug, token ?? undefined)} label="Copy the command" />
      </Box>
      {mayPush ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            startIcon={token === null ? <Visibility /> : <VisibilityOff />}
            loading={show.isPending}
            loadingPosition="start"
            onClick={() => (token === null ? show.mutate() : show.reset())}
          >
            {token === null ? 'Show token' : 'Hide token'}
          </Button>
          {token === null ? null : (
            <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
              Rotate token…
            </Button>
          )}
        </Box>
      ) : null}
      {isAsking ? (
        <RotateDialog
          projectId={projectId}
          // The new one is read as the one before was.
          onRotated={() => show.mutateAsync()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

interface RotateProps {
  projectId: number
  onRotated: () => Promise<unknown>
  onClose: () => void
}

function RotateDialog({ projectId, onRotated, onClose }: RotateProps) {
  const rotate = useRotateToken(projectId)
  return (
    <ConfirmDialog
      open
      title="Rotate token?"
      confirmLabel="Rotate"
      destructive
      onConfirm={async () => {
        await rotate.mutateAsync()
        await onRotated()
      }}
      onClose={onClose}
    >
      Scripts that push with the token there is now are refused at once, until they have the new one.
    </ConfirmDialog>
  )
}
