import PassedIcon from '@mui/icons-material/CheckCircleOutlined'
import FailedIcon from '@mui/icons-material/HighlightOff'
import NotedIcon from '@mui/icons-material/InfoOutlined'
import PendingIcon from '@mui/icons-material/Schedule'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Section } from '../../../shared/ui/Section.tsx'
import type { Check } from '../model.ts'

const icons: Record<Check['state'], ReactNode> = {
  passed: <PassedIcon fontSize="small" color="success" titleAccess="Passed" />,
  pending: <PendingIcon fontSize="small" color="info" titleAccess="Pending" />,
  failed: <FailedIcon fontSize="small" color="error" titleAccess="Holds it up" />,
  noted: <NotedIcon fontSize="small" color="warning" titleAccess="Noted" />,
}

/** What is looked at before it is merged. */
export function ChecksPanel({ checks }: { checks: Check[] }) {
  return (
    <Section heading="h2" title="Checks">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {checks.map(({ name, state, sentence }) => (
          <Box key={name} component="li" sx={{ display: 'flex', gap: 1, typography: 'body2' }}>
            {icons[state]}
            <span>{sentence}</span>
          </Box>
        ))}
      </Box>
    </Section>
  )
}
