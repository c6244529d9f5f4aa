import Box from '@mui/material/Box'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'

const tones: Record<string, string> = {
  2: 'success.main',
  3: 'info.main',
  4: 'warning.main',
  5: 'error.main',
}

/** A status with a dot in the colour of its class. */
export function StatusLabel({ status }: { status: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        fontFamily: monospace,
        fontSize: typeSizes.codeSmall,
      }}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          backgroundColor: tones[status.charAt(0)] ?? 'text.secondary',
        }}
      />
      {status}
    </Box>
  )
}
