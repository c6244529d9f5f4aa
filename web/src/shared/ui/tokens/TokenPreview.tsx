import Box from '@mui/material/Box'

/** Characters shown, the rest of the token as dots. */
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
