import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId } from 'react'
import { EditorFrame, nothingToPreview } from './markdown/EditorFrame.tsx'
import { TextPane } from './markdown/TextPane.tsx'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  renderPreview: (markdown: string) => ReactNode
  /** Shown, not forced: cutting off a paste would lose text unseen. The form refuses what is too long. */
  maxLength?: number
  isDisabled?: boolean
  minRows?: number
}

/** Writes Markdown: a plain text with buttons that edit it, and a preview as the docs will show it. */
export function MarkdownEditor(props: Props) {
  const id = useId()
  const { label, value, maxLength } = props
  const isTooLong = maxLength !== undefined && value.length > maxLength
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <EditorFrame
        id={id}
        label={label}
        isInvalid={isTooLong}
        renderPreview={() => (value.trim() ? props.renderPreview(value) : nothingToPreview)}
      >
        <TextPane
          id={id}
          label={label}
          value={value}
          onChange={props.onChange}
          isDisabled={props.isDisabled ?? false}
          isInvalid={isTooLong}
          minRows={props.minRows ?? 12}
        />
      </EditorFrame>
      {maxLength === undefined ? null : (
        <FormHelperText
          id={`${id}-length`}
          error={isTooLong}
          sx={{ mx: 0.5, textAlign: 'right' }}
          {...(isTooLong && { role: 'alert' })}
        >
          {isTooLong ? `Must be no more than ${maxLength.toLocaleString('en')} characters. ` : ''}
          {`${value.length.toLocaleString('en')} / ${maxLength.toLocaleString('en')}`}
        </FormHelperText>
      )}
    </Box>
  )
}
