import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { limitNames } from '../../../shared/billing/feature-names.ts'
import type { Feature } from '../../../shared/data/projects.ts'
import { LimitProgress } from '../../../shared/ui/LimitProgress.tsx'
import { Panel } from './Panel.tsx'

/** How much is used of what the plan limits. A limit of none that nobody uses is no limit to show. */
export function Usage({ features }: { features: Feature[] }) {
  const shown = Object.keys(limitNames)
    .flatMap((name) => features.find((feature) => feature.name === name) ?? [])
    .filter(({ name, max_quantity }) => name !== 'owners' || max_quantity !== null)
    .filter(({ max_quantity, usage }) => max_quantity !== 0 || (usage ?? 0) > 0)
  return (
    <Panel title="Usage">
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' },
        }}
      >
        {shown.map((feature) => (
          <div key={feature.name}>
            <LimitProgress
              label={limitNames[feature.name] ?? feature.name}
              used={feature.usage ?? 0}
              maximum={feature.max_quantity}
            />
            {feature.pending ? (
              <Typography variant="caption" color="textSecondary">
                and {feature.pending} invited
              </Typography>
            ) : null}
          </div>
        ))}
      </Box>
    </Panel>
  )
}
