import Typography from '@mui/material/Typography'
import type { Contract } from '../../../shared/billing/account.ts'
import { dayOf, price } from '../../../shared/billing/money.ts'
import { SalesLink } from '../../../shared/billing/SalesLink.tsx'

/** What holds for a plan that was agreed on in person, and whom to ask for another. */
export function ContractText({ contract }: { contract: Contract | null }) {
  return (
    <Typography variant="body2" component="div" sx={{ display: 'grid', gap: 1 }}>
      <div>
        Your plan is agreed on in a contract. Please <SalesLink>contact your account manager</SalesLink> to
        change it.
      </div>
      {contract ? <div>{seatsText(contract)}</div> : null}
      {contract?.ends_at ? <div>The contract runs until {dayOf(contract.ends_at)}.</div> : null}
    </Typography>
  )
}

function seatsText({ seat_price: cents, seats_beyond: beyond }: Contract): string {
  if (cents === null) return 'The seats agreed on are all there are: more are agreed on first.'
  const used = beyond === 1 ? '1 seat is' : `${beyond.toLocaleString('en')} seats are`
  return `Seats beyond those agreed on are counted at the end of each quarter, and billed at ${price(cents)} a year each. Now ${used} in use beyond them.`
}
