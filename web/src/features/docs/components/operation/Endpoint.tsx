import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../../shared/ui/CopyButton.tsx'
import { MethodBadge } from '../../../../shared/ui/MethodBadge.tsx'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '8px 8px 8px 10px',
  border: '1px solid var(--docs-border)',
  borderRadius: 8,
  background: 'var(--docs-paper)',
  boxShadow: 'var(--docs-shadow)',
  '& code': {
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.body2,
    overflowWrap: 'anywhere',
    minWidth: 0,
    flex: 1,
  },
  '& .server': { color: 'var(--docs-muted)' },
})

/** Method and address of an operation, to copy. */
export function Endpoint({
  method,
  server,
  path,
  action,
}: {
  method: string
  server: string
  path: string
  action?: ReactNode
}) {
  return (
    <Bar>
      <MethodBadge method={method} size="large" />
      <code>
        <span className="server">{server}</span>
        {withBreaks(path)}
      </code>
      <CopyButton text={`${server}${path}`} label="Copy address" />
      {action}
    </Bar>
  )
}

/** A long path breaks after a slash rather than inside a word. */
function withBreaks(path: string) {
  const parts = path.split('/')
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity
    <span key={index}>
      {part}
      {index < parts.length - 1 ? '/' : ''}
      <wbr />
    </span>
  ))
}
