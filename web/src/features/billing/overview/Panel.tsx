import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  /** What can be done about it, below what it says. */
  actions?: ReactNode
  children: ReactNode
}

/** One fact of an account, framed. */
export function Panel({ title, actions, children }: Props) {
  const id = useId()
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ p: 2.5, display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}
    >
      <Typography id={id} variant="h3" component="h2">
        {title}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      {actions ? <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box> : null}
    </Card>
  )
}
