import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'

type View = 'edit' | 'preview'

interface Props {
  id: string
  label: string
  tab: View
  onChange: (tab: View) => void
}

/** What is written here, and the two ways to look at it. */
export function EditorTabs({ id, label, tab, onChange }: Props) {
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
