import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'
import { Spinner } from './Spinner.tsx'

interface PanelTab {
  id: string
  label: string
  content: ReactNode
}

interface Props {
  open: boolean
  title: ReactNode
  subtitle?: ReactNode
  icon?: ReactNode
  actions?: ReactNode
  onClose: () => void
  tabs?: PanelTab[] | undefined
  tab?: string | undefined
  onTabChange?: ((id: string) => void) | undefined
  isLoading?: boolean | undefined
  children?: ReactNode
}

/** Details of what is open in a table: beside it on wide screens, over everything below 980 px. */
export function SidePanel(props: Props) {
  const titleId = useId()
  const isBeside = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const { open, onClose } = props
  if (!isBeside) {
    return (
      <Dialog open={open} onClose={onClose} fullScreen aria-labelledby={titleId}>
        <PanelContent {...props} titleId={titleId} />
      </Dialog>
    )
  }
  if (!open) return null
  return (
    <Box
      component="aside"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // A dialog or menu opened from here closes alone: its keys come from outside this element.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
      }}
      sx={{
        width: { lg: 400, xl: 460 },
        flex: 'none',
        minHeight: 0,
        // As high as the table beside it: long details scroll in here instead of stretching the page.
        contain: 'size',
        display: 'flex',
        flexDirection: 'column',
        overflow: 'hidden',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'background.paper',
      }}
    >
      <PanelContent {...props} titleId={titleId} />
    </Box>
  )
}

function PanelContent({ titleId, ...props }: Props & { titleId: string }) {
  const { title, subtitle, icon, actions, onClose, tabs, tab, onTabChange, isLoading, children } = props
  const shown = tabs?.find(({ id }) => id === tab) ?? tabs?.[0]
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, px: 2.5, pt: 2, pb: 1.5 }}>
        {icon}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {subtitle ? (
            <Typography variant="body2" color="textSecondary" component="div">
              {subtitle}
            </Typography>
          ) : null}
        </Box>
        {actions}
        <IconButton onClick={onClose} aria-label="Close" size="small">
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {tabs && shown && !isLoading ? (
        <Tabs
          value={shown.id}
          onChange={(_, id: string) => onTabChange?.(id)}
          variant="scrollable"
          sx={{ px: 1.5, borderBottom: 1, borderColor: 'divider', flex: 'none' }}
        >
          {tabs.map(({ id, label }) => (
            <Tab
              key={id}
              value={id}
              label={label}
              id={`${titleId}-${id}`}
              aria-controls={`${titleId}-panel`}
            />
          ))}
        </Tabs>
      ) : null}
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2.5 }}>
        {isLoading ? <Spinner /> : null}
        {!isLoading && shown ? (
          <Box role="tabpanel" id={`${titleId}-panel`} aria-labelledby={`${titleId}-${shown.id}`}>
            {shown.content}
          </Box>
        ) : null}
        {isLoading ? null : children}
      </Box>
    </>
  )
}
