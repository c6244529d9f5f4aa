import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'

type View = 'edit' | 'preview'

interface Props {
  id: string
  label: string
  isInvalid?: boolean
  /** Where it is written. */
  children: ReactNode
  /** How it will be shown. */
  renderPreview: () => ReactNode
}

/** Markdown in a frame: where it is written, and how it will be shown. */
export function EditorFrame({ id, label, isInvalid = false, children, renderPreview }: Props) {
  const [tab, setTab] = useState<View>('edit')
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 1,
        border: 1,
        borderColor: isInvalid ? 'error.main' : 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        backgroundColor: 'background.paper',
        '&:focus-within': { borderColor: isInvalid ? 'error.main' : 'primary.main' },
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
        {children}
      </Box>
      {tab === 'preview' ? (
        <Box
          role="tabpanel"
          id={`${id}-preview`}
          aria-labelledby={`${id}-tab-preview`}
          sx={{ p: 2, minHeight: 160, overflow: 'auto', overflowWrap: 'anywhere' }}
        >
          {renderPreview()}
        </Box>
      ) : null}
    </Box>
  )
}

/** What stands where there is nothing to show yet. */
export const nothingToPreview = <Box sx={{ color: 'text.secondary' }}>Nothing to preview</Box>

interface TabsProps {
  id: string
  label: string
  tab: View
  onChange: (tab: View) => void
}

/** What is written here, and the two ways to look at it. */
function EditorTabs({ id, label, tab, onChange }: TabsProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: 2,
        borderBottom: 1,
        borderColor: 'divider',
        backgroundColor: 'background.default',
      }}
    >
      <Typography
        component="label"
        htmlFor={`${id}-text`}
        variant="subtitle2"
        noWrap
        sx={{ flex: 1, minWidth: 0 }}
      >
        {label}
      </Typography>
      <Tabs value={tab} onChange={(_event, next: View) => onChange(next)} aria-label={`View of ${label}`}>
        <Tab value="edit" label="Edit" id={`${id}-tab-edit`} aria-controls={`${id}-edit`} />
        <Tab
          value="preview"
          label="Preview"
          id={`${id}-tab-preview`}
          {...(tab === 'preview' && { 'aria-controls': `${id}-preview` })}
        />
      </Tabs>
    </Box>
  )
}
