import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { type BillingAccount, isAgreed, isFresh, isTrial } from '../../../shared/billing/account.ts'
import { MoneyLines } from '../../../shared/billing/MoneyLines.tsx'
import { dayOf, periodOf } from '../../../shared/billing/money.ts'
import type { Product } from '../../../shared/billing/products.ts'
import { paths } from '../../../shared/config/paths.ts'
import { IntervalSwitch } from '../plans/IntervalSwitch.tsx'
import { SeatsButton } from '../seats/SeatsButton.tsx'
import { ContractText } from './ContractText.tsx'
import { discountText, planLines, totalOf } from './lines.ts'
import { Panel } from './Panel.tsx'

interface Props {
  account: BillingAccount
  product: Product | undefined
}

/** The plan, what it costs each period, and the ways to another. */
export function PlanPanel({ account, product }: Props) {
  const lines = planLines(account)
  const mayChange = !isAgreed(account) && !isFresh(account)
  return (
    <Panel
      title="Your plan"
      actions={
        mayChange ? (
          <>
            <Button component={Link} to={paths.admin.plans()} variant="contained">
              Change Plan
            </Button>
            <SeatsButton account={account} />
            <IntervalSwitch account={account} product={product} />
          </>
        ) : null
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Typography component="p" variant="h2">
          {account.product.label}
        </Typography>
        {isTrial(account) ? <Chip size="small" color="info" label="Trial" /> : null}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: lines.length > 0 ? 2 : 0 }}>
        {membersText(account)}
        {isTrial(account) ? ` The trial ends on ${dayOf(account.trial_end_at)}.` : null}
      </Typography>
      {lines.length > 0 ? (
        <MoneyLines
          lines={lines}
          total={{ label: `Each ${periodOf(account.cycle_interval_months)}`, amount: totalOf(lines) }}
        />
      ) : null}
      {account.price?.discounts.map((discount) => (
        <Typography key={discountText(discount)} variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {discountText(discount)}
        </Typography>
      ))}
      {isAgreed(account) ? <ContractText contract={account.contract} /> : null}
    </Panel>
  )
}

function membersText({ members: { used, included, paid } }: BillingAccount): string {
  const count = `${used.toLocaleString('en')} ${used === 1 ? 'member' : 'members'}`
  if (included === null) return `${count}.`
  const extra = paid > 0 ? `, and ${paid.toLocaleString('en')} paid for` : ''
  return `${count}, of ${included.toLocaleString('en')} included${extra}.`
}
