import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { config } from '../../shared/config/config.ts'
import { type Feature, useFeatures } from '../../shared/data/projects.ts'
import { Callout } from '../../shared/ui/Callout.tsx'
import { QueryErrorPage } from '../../shared/ui/error-pages.tsx'
import { LimitProgress } from '../../shared/ui/LimitProgress.tsx'
import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { widePage } from '../../shared/ui/sizes.ts'
import { limitNames, toggleNames } from './features.ts'
import { type Plan, usePlan } from './queries.ts'

/** The workspace's plan, what of it is used, and what it holds: /admin/billing. */
export default function PlanAndUsage() {
  usePageTitle('Plan and usage')
  const plan = usePlan()
  const features = useFeatures()
  if (plan.isError) return <QueryErrorPage error={plan.error} onRetry={() => void plan.refetch()} />
  if (features.isError)
    return <QueryErrorPage error={features.error} onRetry={() => void features.refetch()} />
  if (!plan.data || !features.data) return <Spinner />
  return (
    <>
      <PageHeader title="Plan and usage" description={<PlanLine plan={plan.data} />} />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: widePage }}>
        {config.mode === 'single_tenant' ? (
          <Callout severity="info">This installation is your own: no plan limits it.</Callout>
        ) : (
          <Callout severity="info">
            The plan of a workspace is changed by whoever runs this installation. Please contact sales to get
            a quote on pricing.
          </Callout>
        )}
        <Usage features={features.data} />
        <Included features={features.data} />
      </Box>
    </>
  )
}

function PlanLine({ plan }: { plan: Plan }) {
  const { label, included_members: standard } = plan.billing_products
  const included = plan.included_members ?? standard
  const seats = included === null ? null : `${included + (plan.paid_members ?? 0)} included users`
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Chip size="small" color="primary" label={label} />
      {seats}
      {plan.trial_end_at ? (
        <span>Trial until {new Date(plan.trial_end_at).toLocaleDateString('en', { dateStyle: 'long' })}</span>
      ) : null}
    </Box>
  )
}

function Usage({ features }: { features: Feature[] }) {
  const limits = Object.keys(limitNames).flatMap(
    (name) => features.find((feature) => feature.name === name) ?? [],
  )
  const shown = limits.filter(({ name, max_quantity }) => name !== 'owners' || max_quantity !== null)
  return (
    <section aria-labelledby="usage">
      <Typography id="usage" variant="h2" gutterBottom>
        Usage
      </Typography>
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
    </section>
  )
}

function Included({ features }: { features: Feature[] }) {
  const held = new Set(features.filter(({ in_plan }) => in_plan).map(({ name }) => name))
  const sold = Object.entries(toggleNames).filter(([name]) =>
    features.some((feature) => feature.name === name),
  )
  return (
    <section aria-labelledby="included">
      <Typography id="included" variant="h2" gutterBottom>
        What the plan holds
      </Typography>
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
        {sold.map(([name, label]) => (
          <Box key={name} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Typography sx={{ color: held.has(name) ? 'text.primary' : 'text.secondary' }}>
              {label}
            </Typography>
            {held.has(name) ? null : <Chip size="small" variant="outlined" label="Upgrade" />}
          </Box>
        ))}
      </Box>
    </section>
  )
}
