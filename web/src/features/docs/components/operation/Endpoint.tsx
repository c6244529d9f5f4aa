import { styled } from '@mui/material/styles'
import { Fragment, type ReactNode } from 'react'
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
  '& var': { color: 'var(--docs-accent)', fontStyle: 'normal' },
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
        {parted(path)}
      </code>
      <CopyButton text={`${server}${path}`} label="Copy address" />
      {action}
    </Bar>
  )
}

/** A path with its parameters marked; a long one breaks after a slash rather than inside a word. */
function parted(path: string) {
  return path.split(/(\{[^/{}]*\}|\/)/).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity
    if (part.startsWith('{') && part.endsWith('}')) return <var key={index}>{part}</var>
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity
      <Fragment key={index}>
        {part}
        {part === '/' ? <wbr /> : null}
      </Fragment>
    )
  })
}
