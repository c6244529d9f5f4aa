import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { toggleNames } from '../../../shared/billing/feature-names.ts'
import type { Feature } from '../../../shared/data/projects.ts'
import { Panel } from './Panel.tsx'

/** The features that the plan holds. */
export function Included({ features }: { features: Feature[] }) {
  const held = new Set(features.filter(({ in_plan }) => in_plan).map(({ name }) => name))
  const shown = Object.entries(toggleNames).filter(([name]) => held.has(name))
  if (shown.length === 0) return null
  return (
    <Panel title="What your plan holds">
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' },
        }}
      >
        {shown.map(([name, label]) => (
          <Box key={name} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <CheckIcon color="primary" fontSize="compact" />
            <Typography variant="body2">{label}</Typography>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
