import Button from '@mui/material/Button'
import { useState } from 'react'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { askRetention, type Prefilled } from './retention.ts'

/** The way out of a paid plan; a retention tool may speak first. */
export function CancelButton({ account }: { account: BillingAccount }) {
  const workspace = useWorkspace()
  const [isAsking, setAsking] = useState(false)
  const [prefilled, setPrefilled] = useState<Prefilled | null>(null)
  const start = async () => {
    setAsking(true)
    setPrefilled(await askRetention(workspace))
    setAsking(false)
  }
  return (
    <>
      <Button color="error" loading={isAsking} onClick={() => void start()}>
        Cancel subscription
      </Button>
      {prefilled ? (
        <CancelDialog account={account} prefilled={prefilled} onClose={() => setPrefilled(null)} />
      ) : null}
    </>
  )
}
