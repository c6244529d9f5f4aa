import Edit from '@mui/icons-material/EditNoteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useId, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { textCodec } from '../binding/codecs.ts'
import { useForm } from '../binding/form-context.tsx'
import { useField } from '../binding/use-field.ts'
import { FieldNotes } from './FieldNotes.tsx'
import { TextField } from './TextField.tsx'

const MarkdownEditor = lazy(async () => ({
  default: (await import('../../../../shared/ui/MarkdownEditor.tsx')).MarkdownEditor,
}))

interface Props {
  path: Path
  label?: string
  placeholder?: string
}

/** A text in Markdown: typed as it is, or with a toolbar and a preview. */
export function MarkdownField({ path, label = 'Description', placeholder = 'Markdown' }: Props) {
  const { source } = useForm()
  const [isLarge, setLarge] = useState(false)
  if (isLarge) return <LargeField path={path} label={label} onClose={() => setLarge(false)} />
  const adornment = source.readOnly ? null : (
    <Tooltip title="Toolbar and preview">
      <IconButton
        size="small"
        aria-label={`Toolbar and preview of ${label}`}
        onClick={() => setLarge(true)}
        sx={{ p: 0.5, m: '1px' }}
      >
        <Edit fontSize="compact" />
      </IconButton>
    </Tooltip>
  )
  return <TextField path={path} label={label} isMultiline placeholder={placeholder} adornment={adornment} />
}

function LargeField({ path, label, onClose }: { path: Path; label: string; onClose: () => void }) {
  const { renderMarkdown } = useForm()
  const field = useField(path, { codec: textCodec })
  const id = useId()
  return (
    <Box onBlur={field.flush} onFocus={field.focus} sx={{ minWidth: 0 }}>
      <Suspense fallback={null}>
        <MarkdownEditor
          label={label}
          value={field.text}
          onChange={field.type}
          isDisabled={field.isReadOnly}
          minRows={8}
          renderPreview={
            renderMarkdown ?? ((markdown) => <Box sx={{ whiteSpace: 'pre-wrap' }}>{markdown}</Box>)
          }
        />
      </Suspense>
      <FieldNotes field={field} id={id} />
      <Button size="small" onClick={onClose} sx={{ mt: 0.5 }}>
        Done
      </Button>
    </Box>
  )
}
