import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'

/** Lines of an API's overview. */
export const Rows = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '6px 0',
    flexWrap: 'wrap',
    fontSize: typeSizes.body2,
  },
  '& .whole': { flexBasis: '100%' },
  '& code': { fontFamily: 'var(--docs-mono)', overflowWrap: 'anywhere', minWidth: 0 },
  '& .muted': { color: 'var(--docs-muted)', fontSize: typeSizes.note },
  '& a': { color: 'var(--docs-accent)', overflowWrap: 'anywhere' },
})
