import UploadFile from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { PickedFile } from '../../../shared/import-files/bundle.ts'
import { filesOfDrop, filesOfList } from '../../../shared/import-files/dropped.ts'

interface Props {
  /** What is taken here. */
  label: string
  /** The beginning of the sentence that the buttons end. */
  invitation: string
  hint: string
  accept: string
  /** Takes several files and folders too. */
  takesMany?: boolean
  onFiles: (files: Promise<PickedFile[]>) => void
  disabled: boolean
  /** What is known of what was chosen. */
  children?: ReactNode
}

/** Takes files, dropped or picked. */
export function DropZone(props: Props) {
  const { label, invitation, hint, accept, takesMany = false, onFiles, disabled, children } = props
  const [over, setOver] = useState(false)
  const drag = (entering: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(entering && !disabled)
  }
  const drop = (event: DragEvent) => {
    drag(false)(event)
    if (!disabled) onFiles(filesOfDrop(event.dataTransfer))
  }
  const pick = (files: File[]) => onFiles(Promise.resolve(filesOfList(files)))
  return (
    <Box
      role="group"
      aria-label={label}
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
      <Typography component="div">
        {invitation}{' '}
        <Picker label={label} accept={accept} multiple={takesMany} disabled={disabled} onPick={pick}>
          choose a file
        </Picker>
        {takesMany ? (
          <>
            {' or '}
            <Picker label="Folder of files" folder disabled={disabled} onPick={pick}>
              a folder
            </Picker>
          </>
        ) : null}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {hint}
      </Typography>
      {children}
    </Box>
  )
}

interface PickerProps {
  label: string
  accept?: string
  multiple?: boolean
  folder?: boolean
  disabled: boolean
  onPick: (files: File[]) => void
  children: string
}

/** A button that opens the browser's own choice of files. */
function Picker({
  label,
  accept,
  multiple = false,
  folder = false,
  disabled,
  onPick,
  children,
}: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" onClick={() => input.current?.click()} disabled={disabled}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        {...(folder ? { webkitdirectory: '' } : {})}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file, corrected, may be chosen again.
          event.target.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
    </>
  )
}
