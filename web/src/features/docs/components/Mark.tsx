import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  fontSize: typeSizes.caption,
  fontWeight: 600,
  lineHeight: 1,
  borderRadius: 4,
  padding: '4px 7px',
  background: 'var(--docs-other-bg)',
  color: 'var(--docs-other)',
  whiteSpace: 'nowrap',
  '&[data-tone="warning"]': { background: 'var(--docs-put-bg)', color: 'var(--docs-put)' },
  '&[data-tone="good"]': { background: 'var(--docs-post-bg)', color: 'var(--docs-post)' },
  '&[data-tone="bad"]': { background: 'var(--docs-delete-bg)', color: 'var(--docs-delete)' },
  '&[data-tone="info"]': { background: 'var(--docs-get-bg)', color: 'var(--docs-get)' },
})

export type MarkTone = 'neutral' | 'warning' | 'good' | 'bad' | 'info'

/** A short word about a thing: deprecated, internal, a version, a status code. */
export function Mark({
  tone = 'neutral',
  children,
  title,
}: {
  tone?: MarkTone
  children: ReactNode
  title?: string
}) {
  return (
    <Root data-tone={tone} title={title}>
      {children}
    </Root>
  )
}

/** Tone of an HTTP status code. */
export function statusTone(code: string): MarkTone {
  if (code.startsWith('2')) return 'good'
  if (code.startsWith('3')) return 'info'
  if (code.startsWith('4')) return 'warning'
  return code.startsWith('5') ? 'bad' : 'neutral'
}
