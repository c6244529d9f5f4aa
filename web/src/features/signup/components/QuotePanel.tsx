import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'

const rotateMs = 10_000
const fadeMs = 650

const quotes = [
  {
    text: 'Agree on the contract first. The code that follows argues with nobody.',
    note: 'Design before you build',
  },
  {
    text: 'Documentation that is generated from the contract cannot drift away from it.',
    note: 'One source, many readers',
  },
  {
    text: 'A thousand operations are only useful when each of them is found in a second.',
    note: 'Made for large descriptions',
  },
] as const

/** What the product stands for, one thought at a time; only where there is room for it. */
export function QuotePanel() {
  const [index, setIndex] = useState(0)
  const [visible, setVisible] = useState(true)
  useEffect(() => {
    let fading: ReturnType<typeof setTimeout> | undefined
    const rotating = setInterval(() => {
      setVisible(false)
      fading = setTimeout(() => {
        setIndex((current) => (current + 1) % quotes.length)
        setVisible(true)
      }, fadeMs)
    }, rotateMs)
    return () => {
      clearInterval(rotating)
      clearTimeout(fading)
    }
  }, [])
  const quote = quotes[index] ?? quotes[0]
  return (
    <Box
      component="aside"
      aria-label="About Waymark"
      sx={{
        display: { xs: 'none', lg: 'flex' },
        flex: '0 0 44%',
        flexDirection: 'column',
        justifyContent: 'center',
        px: 8,
        color: '#eef8f6',
        background: 'linear-gradient(155deg, #0b3d39 0%, #0f766e 60%, #14857b 100%)',
      }}
    >
      <Box sx={{ opacity: visible ? 1 : 0, transition: `opacity ${fadeMs}ms`, minHeight: 220 }}>
        <Box sx={{ width: 40, height: 3, borderRadius: 2, backgroundColor: '#fbbf24', mb: 3 }} />
        <Typography
          component="p"
          sx={{
            fontSize: typeSizes.h1,
            lineHeight: 1.35,
            fontWeight: 600,
            letterSpacing: '-0.015em',
            maxWidth: 480,
          }}
        >
          {quote.text}
        </Typography>
        <Typography sx={{ mt: 3 }}>{quote.note}</Typography>
      </Box>
    </Box>
  )
}
