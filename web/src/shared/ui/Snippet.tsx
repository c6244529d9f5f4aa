import Box from '@mui/material/Box'
import { monospace, typeSizes } from './type-sizes.ts'

/** Lines of code to take along. */
export function Snippet({ label, children }: { label: string; children: string }) {
  return (
    <Box
      component="pre"
      // It scrolls sideways, by the keyboard as well.
      tabIndex={0}
      aria-label={label}
      sx={{
        m: 0,
        p: 1.5,
        overflowX: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        fontFamily: monospace,
        fontSize: typeSizes.codeSmall,
      }}
    >
      {children}
    </Box>
  )
}
