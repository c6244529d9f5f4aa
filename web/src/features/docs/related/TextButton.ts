import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'

/** A button that reads like a link: shows more of what is there. */
export const TextButton = styled('button')({
  border: 0,
  background: 'none',
  padding: '7px 0',
  font: 'inherit',
  fontSize: typeSizes.body2,
  fontWeight: 600,
  color: 'var(--docs-accent)',
  cursor: 'pointer',
  '@media print': { display: 'none' },
})
