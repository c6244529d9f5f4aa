import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import CloudSyncOutlined from '@mui/icons-material/CloudSyncOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type ReactNode, useSyncExternalStore } from 'react'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { DocumentFormat } from '../documents/open-document.ts'
import type { SessionStatus } from '../documents/session.ts'
import type { DocumentStore } from '../documents/store.ts'

interface Props {
  store: DocumentStore
  /** Where in the file one is. */
  place: ReactNode
  format: DocumentFormat | null
  eol: string | null
  readOnly: boolean
  /** What else there is to say, such as how many problems there are. */
  children?: ReactNode
  onUnsent: () => void
  onShortcuts: () => void
}

const formats: Record<DocumentFormat, string> = {
  json: 'JSON',
  yaml: 'YAML',
  markdown: 'Markdown',
  text: 'Text',
}

/** How far what was written has come, and where one is. */
export function StatusBar({ store, place, format, eol, readOnly, children, onUnsent, onShortcuts }: Props) {
  const worst = useSyncExternalStore(store.subscribe, () => worstOf(store))
  const { Icon, text, isFault } = said(worst)
  return (
    <Box
      component="footer"
      sx={{
        flex: 'none',
        minHeight: 28,
        px: 1.5,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: typeSizes.caption,
        color: 'text.secondary',
      }}
    >
      {readOnly && !isFault ? (
        <span>Read only</span>
      ) : (
        <ButtonBase
          onClick={onUnsent}
          aria-label={`${text}. Show what waits to be sent`}
          sx={{
            gap: 0.75,
            borderRadius: 0.5,
            px: 0.5,
            ...(isFault && { color: 'error.main', fontWeight: 600 }),
          }}
        >
          <Icon fontSize="tiny" aria-hidden />
          <span role="status">{text}</span>
        </ButtonBase>
      )}
      {children}
      <Box sx={{ flex: 1 }} />
      {place}
      {format ? (
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {formats[format]}
        </Box>
      ) : null}
      {eol ? (
        <Box
          component="span"
          title="Line endings of the published file"
          sx={{ display: { xs: 'none', md: 'inline' } }}
        >
          {eol.toUpperCase()}
        </Box>
      ) : null}
      <ButtonBase
        onClick={onShortcuts}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        sx={{ borderRadius: 0.5, display: { xs: 'none', md: 'inline-flex' } }}
      >
        <KeyboardOutlined fontSize="tiny" aria-hidden />
      </ButtonBase>
    </Box>
  )
}

const order: SessionStatus[] = ['gone', 'refused', 'offline', 'saving', 'loading', 'saved']

/** The state of the file that is worst off. */
function worstOf(store: DocumentStore): SessionStatus {
  const states = new Set(
    store.sessions.map(({ state }) => (state.leftover && state.status !== 'gone' ? 'refused' : state.status)),
  )
  return order.find((status) => states.has(status)) ?? (navigator.onLine ? 'saved' : 'offline')
}

function said(status: SessionStatus) {
  if (status === 'saved') return { Icon: CloudDoneOutlined, text: 'All changes saved', isFault: false }
  if (status === 'saving' || status === 'loading') {
    return { Icon: CloudSyncOutlined, text: status === 'saving' ? 'Saving…' : 'Opening…', isFault: false }
  }
  if (status === 'offline') {
    return { Icon: CloudOffOutlined, text: 'Offline: changes are kept here and sent later', isFault: false }
  }
  return { Icon: ErrorOutlined, text: 'Not everything could be saved', isFault: true }
}
