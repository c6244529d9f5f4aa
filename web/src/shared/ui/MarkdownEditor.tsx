import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId, useState } from 'react'
import { EditorTabs } from './markdown/EditorTabs.tsx'
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
  const [tab, setTab] = useState<'edit' | 'preview'>('edit')
  const id = useId()
  const { label, value, maxLength } = props
  const isTooLong = maxLength !== undefined && value.length > maxLength
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          border: 1,
          borderColor: isTooLong ? 'error.main' : 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          backgroundColor: 'background.paper',
          '&:focus-within': { borderColor: isTooLong ? 'error.main' : 'primary.main' },
        }}
      >
        <EditorTabs id={id} label={label} tab={tab} onChange={setTab} />
        <Box
          role="tabpanel"
          id={`${id}-edit`}
          aria-labelledby={`${id}-tab-edit`}
          // Hidden, not gone: the text keeps its undo history, scroll and selection.
          hidden={tab !== 'edit'}
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
        </Box>
        {tab === 'preview' ? (
          <Box
            role="tabpanel"
            id={`${id}-preview`}
            aria-labelledby={`${id}-tab-preview`}
            sx={{ p: 2, minHeight: 160, overflow: 'auto', overflowWrap: 'anywhere' }}
          >
            {value.trim() ? (
              props.renderPreview(value)
            ) : (
              <Box sx={{ color: 'text.secondary' }}>Nothing to preview</Box>
            )}
          </Box>
        ) : null}
      </Box>
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
