import Box from '@mui/material/Box'

// Spec 3 §9 "Token preview padding".
const previewLength = 80

/** A token whose rest nobody can see any more. */
export function TokenPreview({ prefix }: { prefix: string }) {
  return (
    <Box
      component="span"
      role="img"
      aria-label={`Begins with ${prefix}`}
      sx={{
        display: 'block',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        fontFamily: 'monospace',
      }}
    >
      {prefix.padEnd(previewLength, '*')}
    </Box>
  )
}
