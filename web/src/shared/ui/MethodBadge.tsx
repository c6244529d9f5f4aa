import { styled } from '@mui/material/styles'
import { monospace, typeSizes } from './type-sizes.ts'

const coloured = ['get', 'post', 'put', 'patch', 'delete']

const Badge = styled('span')({
  display: 'inline-block',
  fontFamily: monospace,
  fontSize: typeSizes.badge,
  fontWeight: 700,
  lineHeight: 1,
  letterSpacing: '0.02em',
  textTransform: 'uppercase',
  textAlign: 'center',
  borderRadius: 4,
  padding: '4px 6px',
  flex: 'none',
  '&[data-size="large"]': { fontSize: typeSizes.note, padding: '6px 10px' },
})

/** An HTTP method on its colour; a plain element, for lists have hundreds. */
export function MethodBadge({ method, size = 'small' }: { method: string; size?: 'small' | 'large' }) {
  const name = method.toLowerCase()
  const tone = `--mui-palette-method-${coloured.includes(name) ? name : 'other'}`
  // Long methods would push every title in a list to the right.
  const label = size === 'small' && name === 'delete' ? 'del' : method
  return (
    <Badge data-size={size} style={{ color: `var(${tone}-ink)`, background: `var(${tone}-ground)` }}>
      {label}
    </Badge>
  )
}
