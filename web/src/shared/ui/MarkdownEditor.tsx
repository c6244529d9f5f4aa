import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  renderPreview: (markdown: string) => ReactNode
  maxLength?: number
  isDisabled?: boolean
  minRows?: number
}

/** Writes Markdown. */
export function MarkdownEditor(props: Props) {
  return (
    <Box>
      <TextField
        multiline
        label={props.label}
        value={props.value}
        minRows={props.minRows ?? 12}
        disabled={props.isDisabled ?? false}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {props.renderPreview(props.value)}
    </Box>
  )
}
