import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

/** A line below the versions of a project that leads somewhere. */
export const SidebarLink = styled(Link)({
  display: 'flex',
  gap: 6,
  color: 'var(--docs-muted)',
  fontSize: typeSizes.note,
  textDecoration: 'none',
  '&:hover': { color: 'var(--docs-accent)' },
  '& > svg': { flex: 'none', margin: '1px 0' },
  '& > span': { minWidth: 0, overflowWrap: 'anywhere' },
  '& strong': { color: 'var(--docs-text)' },
  '& time': { whiteSpace: 'nowrap' },
})
