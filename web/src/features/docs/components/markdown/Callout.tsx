import ImportantIcon from '@mui/icons-material/AnnouncementOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlineRounded'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import TipIcon from '@mui/icons-material/LightbulbOutlined'
import SuccessIcon from '@mui/icons-material/TaskAltRounded'
import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { callouts, isCallout } from '../../../../../../supabase/functions/_shared/domain/callouts.ts'

const Box = styled('aside')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 12,
  padding: '12px 16px',
  borderRadius: 8,
  borderLeft: '4px solid var(--callout)',
  background: 'var(--docs-code-bg)',
  '& > svg': { color: 'var(--callout)', marginTop: 2 },
})

const themes = {
  info: { Icon: InfoIcon, colour: 'var(--docs-info)', label: 'Note' },
  success: { Icon: SuccessIcon, colour: 'var(--docs-success)', label: 'Success' },
  warning: { Icon: WarningIcon, colour: 'var(--docs-warning)', label: 'Warning' },
  danger: { Icon: ErrorIcon, colour: 'var(--docs-error)', label: 'Danger' },
} as const

const kinds = {
  note: themes.info,
  tip: { Icon: TipIcon, colour: 'var(--docs-success)' },
  important: { Icon: ImportantIcon, colour: 'var(--docs-tok-literal)' },
  warning: themes.warning,
  caution: themes.danger,
} as const

interface Props {
  /** As Stoplight names it, in a comment before the quotation. */
  theme: string | undefined
  /** As GitHub names it, in the quotation's first line, which is its title. */
  kind: string | undefined
  children?: ReactNode
}

/** A quotation, or a callout where the author made it one. */
export function Callout({ theme = '', kind = '', children }: Props) {
  const title = isCallout(kind) ? callouts[kind] : undefined
  const themed = Object.hasOwn(themes, theme) ? themes[theme as keyof typeof themes] : undefined
  const look = themed ?? (isCallout(kind) ? kinds[kind] : undefined)
  if (!look) return <blockquote>{children}</blockquote>
  return (
    <Box
      className="callout"
      style={{ ['--callout' as string]: look.colour }}
      aria-label={title ?? themed?.label}
    >
      <look.Icon fontSize="small" aria-hidden />
      <div>
        {title ? <p className="callout-title">{title}</p> : null}
        {children}
      </div>
    </Box>
  )
}
