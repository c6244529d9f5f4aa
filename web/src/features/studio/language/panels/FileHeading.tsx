import Box from '@mui/material/Box'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

/** The file that the rows below are in. */
export function FileHeading({ path, count }: { path: string; count: number }) {
  const at = path.lastIndexOf('/') + 1
  return (
    <Box
      component="h3"
      sx={{
        m: 0,
        px: 2,
        py: 0.5,
        display: 'flex',
        gap: 1,
        alignItems: 'baseline',
        fontSize: typeSizes.note,
        fontWeight: 600,
        overflow: 'hidden',
      }}
    >
      <span>{path.slice(at)}</span>
      <Box
        component="span"
        sx={{
          color: 'text.secondary',
          fontWeight: 400,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {path.slice(0, Math.max(0, at - 1))}
      </Box>
      <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontWeight: 400 }}>
        {count}
      </Box>
    </Box>
  )
}

/** What a panel says where it has nothing to list. */
export function PanelNote({ children }: { children: React.ReactNode }) {
  return (
    <Box
      role="status"
      sx={{ px: 2, py: 3, color: 'text.secondary', fontSize: typeSizes.body2, textAlign: 'center' }}
    >
      {children}
    </Box>
  )
}
