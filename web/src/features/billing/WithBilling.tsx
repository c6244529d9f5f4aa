import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { type BillingAccount, useBillingAccount } from '../../shared/billing/account.ts'
import { type Product, useProducts } from '../../shared/billing/products.ts'
import { MessagePage } from '../../shared/ui/MessagePage.tsx'

interface Loaded {
  account: BillingAccount
  /** Empty where they could not be read: the account is shown all the same. */
  products: Product[] | null
}

/** Shows a page of billing once the account is there, or says that it does not come. */
export function WithBilling({ children }: { children: (loaded: Loaded) => ReactNode }) {
  const account = useBillingAccount()
  const products = useProducts()
  if (!account.data && account.isError)
    return (
      <MessagePage title="Billing">
        There was an error fetching billing info. Please reach out to support if this continues.
      </MessagePage>
    )
  if (!account.data || products.isPending)
    return (
      <Typography role="status" color="textSecondary" sx={{ p: 3 }}>
        Loading...
      </Typography>
    )
  return children({ account: account.data, products: products.data ?? null })
}
