import { styled } from '@mui/material/styles'

const colours: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'post',
  put: 'put',
  patch: 'patch',
  delete: 'delete',
}

const Badge = styled('span')({
  display: 'inline-block',
  fontFamily: 'var(--docs-mono)',
  fontSize: '0.6875rem',
  fontWeight: 700,
  lineHeight: 1,
  letterSpacing: '0.02em',
  textTransform: 'uppercase',
  textAlign: 'center',
  borderRadius: 4,
  padding: '4px 6px',
  flex: 'none',
  '&[data-size="large"]': { fontSize: '0.8125rem', padding: '6px 10px' },
})

/** An HTTP method on its colour. */
export function MethodBadge({ method, size = 'small' }: { method: string; size?: 'small' | 'large' }) {
  const colour = colours[method.toLowerCase()] ?? 'other'
  // Long methods would push every title in a list to the right.
  const label = size === 'small' && method.toLowerCase() === 'delete' ? 'del' : method
  return (
    <Badge
      data-size={size}
      style={{ color: `var(--docs-${colour})`, background: `var(--docs-${colour}-bg)` }}
    >
      {label}
    </Badge>
  )
}
