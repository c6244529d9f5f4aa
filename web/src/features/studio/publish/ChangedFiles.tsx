import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { changeOf, type FileChange, type StudioFile } from '../model.ts'
import { FileIcon } from '../tree/FileIcon.tsx'
import { FileDiff } from './FileDiff.tsx'

interface Props {
  projectId: number
  branchSlug: string
  /** Those that have changed. */
  files: readonly StudioFile[]
  /** Which are taken along, where one may choose. */
  taken?: ReadonlySet<string> | undefined
  onTake?: ((file: StudioFile, isTaken: boolean) => void) | undefined
  /** What can be done with the file that is shown. */
  action?: ((file: StudioFile) => ReactNode) | undefined
}

const words: Record<FileChange, { label: string; colour: 'success' | 'warning' | 'error' | 'info' }> = {
  new: { label: 'New', colour: 'success' },
  edited: { label: 'Edited', colour: 'warning' },
  moved: { label: 'Moved', colour: 'info' },
  deleted: { label: 'Deleted', colour: 'error' },
}

/** Files that have changed, and of one of them what. */
export function ChangedFiles({ projectId, branchSlug, files, taken, onTake, action }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = files.find((file) => file.id === chosen) ?? files[0]
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, flex: 1, minHeight: 0, gap: 2 }}>
      <List
        dense
        aria-label="Changed files"
        sx={{
          width: { md: 280 },
          maxHeight: { xs: 160, md: 'none' },
          flex: 'none',
          overflow: 'auto',
          py: 0,
        }}
      >
        {files.map((file) => {
          const change = words[changeOf(file) ?? 'edited']
          return (
            <ListItem key={file.id} disablePadding>
              {onTake ? (
                <Checkbox
                  size="small"
                  checked={taken?.has(file.id) ?? false}
                  disabled={file.base_moved}
                  onChange={(_event, isTaken) => onTake(file, isTaken)}
                  slotProps={{ input: { 'aria-label': `Take along ${file.path}` } }}
                />
              ) : null}
              <ListItemButton
                selected={file.id === shown?.id}
                onClick={() => setChosen(file.id)}
                title={file.path}
                sx={{ gap: 1, px: 1, minWidth: 0 }}
              >
                <FileIcon path={file.path} />
                <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
                  {file.path}
                </Typography>
                <Chip size="small" variant="outlined" label={change.label} color={change.colour} />
              </ListItemButton>
            </ListItem>
          )
        })}
      </List>
      {shown ? (
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            minHeight: 240,
            display: 'flex',
            flexDirection: 'column',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            overflow: 'hidden',
          }}
        >
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              px: 1.5,
              py: 0.75,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
              {shown.published_path && shown.published_path !== shown.path
                ? `${shown.published_path} → ${shown.path}`
                : shown.path}
            </Typography>
            {action?.(shown)}
          </Box>
          <FileDiff
            key={`${shown.id} ${shown.epoch}`}
            projectId={projectId}
            branchSlug={branchSlug}
            file={shown}
          />
        </Box>
      ) : null}
    </Box>
  )
}
