import ErrorIcon from '@mui/icons-material/ErrorOutlineRounded'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import SuccessIcon from '@mui/icons-material/TaskAltRounded'
import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

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

const kinds = {
  info: { Icon: InfoIcon, colour: 'var(--docs-info)', label: 'Note' },
  success: { Icon: SuccessIcon, colour: 'var(--docs-success)', label: 'Success' },
  warning: { Icon: WarningIcon, colour: 'var(--docs-warning)', label: 'Warning' },
  danger: { Icon: ErrorIcon, colour: 'var(--docs-error)', label: 'Danger' },
} as const

/** A quotation, or a callout where the author gave it a theme. */
export function Callout({ theme, children }: { theme: string | undefined; children?: ReactNode }) {
  const kind = Object.hasOwn(kinds, theme ?? '') ? kinds[theme as keyof typeof kinds] : undefined
  if (!kind) return <blockquote>{children}</blockquote>
  return (
    <Box className="callout" style={{ ['--callout' as string]: kind.colour }} aria-label={kind.label}>
      <kind.Icon fontSize="small" aria-hidden />
      <div>{children}</div>
    </Box>
  )
}
