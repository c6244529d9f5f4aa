import UploadFile from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type DragEvent, useRef, useState } from 'react'
import { maxImportSize } from '../../../../../supabase/functions/_shared/domain/imports.ts'

interface Props {
  onFile: (file: File) => void
  disabled: boolean
  /** What is known of the chosen file. */
  children?: React.ReactNode
}

/** Takes one description, dropped or picked. */
export function DropZone({ onFile, disabled, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (entering: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(entering && !disabled)
  }
  const drop = (event: DragEvent) => {
    drag(false)(event)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  return (
    <Box
      role="group"
      aria-label="Description file"
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
      sx={{
        border: 2,
        borderStyle: 'dashed',
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 2,
        backgroundColor: over ? 'action.hover' : 'background.paper',
        p: 3,
        display: 'grid',
        gap: 1.5,
        justifyItems: 'center',
        textAlign: 'center',
      }}
    >
      <UploadFile color="primary" fontSize="large" />
      <Typography>
        Drop an OpenAPI 2.0, 3.0 or 3.1 file here, or{' '}
        <Button size="small" onClick={() => input.current?.click()} disabled={disabled}>
          choose a file
        </Button>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        .yaml, .yml or .json, up to {maxImportSize}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.yaml,.yml"
        aria-label="Description file"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file, corrected, may be chosen again.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      {children}
    </Box>
  )
}
