import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { visuallyHidden } from '@mui/utils'
import { useRef } from 'react'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { folderOf, nameOf, type StudioFile } from '../model.ts'
import { FileIcon } from '../tree/FileIcon.tsx'

interface Props {
  files: readonly StudioFile[]
  active: string | null
  onOpen: (id: string) => void
  onClose: (id: string) => void
}

/** The files that are open, one in front. Arrow keys go along them, Delete closes one. */
export function TabBar({ files, active, onOpen, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const names = files.map(({ path }) => nameOf(path))
  const go = (at: number) => {
    const file = files[(at + files.length) % files.length]
    if (!file) return
    onOpen(file.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${file.id}"]`)?.focus()
  }
  if (files.length === 0) return null
  return (
    <Box
      ref={list}
      role="tablist"
      aria-label="Open files"
      sx={{
        display: 'flex',
        flex: 1,
        minWidth: 0,
        overflowX: 'auto',
        scrollbarWidth: 'thin',
      }}
    >
      {files.map((file, index) => {
        const isActive = file.id === active
        const name = names[index] ?? ''
        const isDouble = names.indexOf(name) !== names.lastIndexOf(name)
        return (
          <Box
            key={file.id}
            role="presentation"
            sx={{
              display: 'flex',
              alignItems: 'center',
              flex: 'none',
              maxWidth: 240,
              borderRight: 1,
              borderColor: 'divider',
              backgroundColor: isActive ? 'background.paper' : 'transparent',
              boxShadow: (theme) => (isActive ? `inset 0 2px ${theme.vars?.palette.primary.main}` : 'none'),
            }}
          >
            <ButtonBase
              role="tab"
              id={`tab-${file.id}`}
              data-tab={file.id}
              aria-selected={isActive}
              aria-controls="studio-document"
              tabIndex={isActive ? 0 : -1}
              title={file.path}
              onClick={() => onOpen(file.id)}
              onAuxClick={(event) => event.button === 1 && onClose(file.id)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowRight') go(index + 1)
                else if (event.key === 'ArrowLeft') go(index - 1)
                else if (event.key === 'Delete') onClose(file.id)
                else return
                event.preventDefault()
              }}
              sx={{
                height: 36,
                pl: 1.25,
                gap: 0.75,
                minWidth: 0,
                fontSize: typeSizes.note,
                color: isActive ? 'text.primary' : 'text.secondary',
              }}
            >
              <FileIcon path={file.path} />
              <Box
                component="span"
                sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
              >
                {name}
                {isDouble ? (
                  <Box
                    component="span"
                    sx={{ ml: 0.5, color: 'text.secondary', fontSize: typeSizes.caption }}
                  >
                    {nameOf(folderOf(file.path)) || '/'}
                  </Box>
                ) : null}
              </Box>
              {file.changed ? <Dot /> : null}
            </ButtonBase>
            <IconButton
              size="small"
              // Within a list of tabs there are tabs only: who does not point closes one by Delete.
              aria-hidden
              title={`Close ${name} (Delete)`}
              tabIndex={-1}
              onClick={() => onClose(file.id)}
              sx={{ mx: 0.25, p: 0.25 }}
            >
              <CloseIcon fontSize="tiny" aria-hidden />
            </IconButton>
          </Box>
        )
      })}
    </Box>
  )
}

/** Says that a file differs from what was published. */
export function Dot() {
  return (
    <Box
      component="span"
      title="Not published yet"
      sx={{ width: 7, height: 7, flex: 'none', borderRadius: '50%', backgroundColor: 'warning.main' }}
    >
      <span style={visuallyHidden}>, not published yet</span>
    </Box>
  )
}
