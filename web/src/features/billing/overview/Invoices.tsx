import DescriptionIcon from '@mui/icons-material/DescriptionOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { money, shortDayOf } from '../../../shared/billing/money.ts'
import { SalesLink } from '../../../shared/billing/SalesLink.tsx'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { type Invoice, useInvoices } from '../calls.ts'
import { Panel } from './Panel.tsx'

/** As many as are shown at once: two years of monthly invoices. */
const shownAtOnce = 24

const states: Record<
  Invoice['status'],
  { label: string; color: 'success' | 'warning' | 'error' | 'default' }
> = {
  draft: { label: 'Draft', color: 'default' },
  open: { label: 'Open', color: 'warning' },
  paid: { label: 'Paid', color: 'success' },
  uncollectible: { label: 'Unpaid', color: 'error' },
  void: { label: 'Void', color: 'default' },
}

interface Props {
  /** The provider knows nobody here: what was agreed on is billed by others. */
  isElsewhere: boolean
}

/** All that was ever invoiced. */
export function Invoices({ isElsewhere }: Props) {
  const invoices = useInvoices()
  const [isAll, setAll] = useState(false)
  const all = invoices.data ?? []
  const shown = isAll ? all : all.slice(0, shownAtOnce)
  return (
    <Panel
      title="Invoices"
      actions={
        shown.length < all.length ? (
          <Button onClick={() => setAll(true)}>Show all {all.length.toLocaleString('en')}</Button>
        ) : null
      }
    >
      {invoices.isPending ? <Skeleton variant="rounded" height={88} /> : null}
      {invoices.isError ? (
        <Callout severity="error" action={<Button onClick={() => void invoices.refetch()}>Try again</Button>}>
          {messageOf(invoices.error, 'The invoices could not be loaded.')}
        </Callout>
      ) : null}
      {invoices.data?.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {isElsewhere ? (
            <>
              The invoices of your contract are sent to you. Please{' '}
              <SalesLink>contact your account manager</SalesLink> about them.
            </>
          ) : (
            'No invoices yet.'
          )}
        </Typography>
      ) : null}
      {shown.length > 0 ? <InvoiceTable invoices={shown} /> : null}
    </Panel>
  )
}

function stateOf({ status, amount_paid, amount_refunded }: Invoice) {
  if (amount_refunded === 0) return states[status]
  return { label: amount_refunded < amount_paid ? 'Partly refunded' : 'Refunded', color: 'default' as const }
}

/** What of an invoice was refunded, or taken off by a credit note beyond that. */
function GivenBack({ invoice: { amount_refunded, amount_credited, currency } }: { invoice: Invoice }) {
  const credited = Math.max(0, amount_credited - amount_refunded)
  const texts = [
    ...(amount_refunded > 0 ? [`${money(amount_refunded, currency)} refunded`] : []),
    ...(credited > 0 ? [`${money(credited, currency)} credited`] : []),
  ]
  return texts.map((text) => (
    <Typography key={text} variant="caption" component="div" color="textSecondary">
      {text}
    </Typography>
  ))
}

function InvoiceTable({ invoices }: { invoices: Invoice[] }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Invoices">
      <Table size="small" sx={{ minWidth: 480 }}>
        <TableHead>
          <TableRow>
            <TableCell>Date</TableCell>
            <TableCell>Number</TableCell>
            <TableCell align="right">Total</TableCell>
            <TableCell>Status</TableCell>
            <TableCell align="right">Download</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {invoices.map((invoice) => (
            <TableRow key={`${invoice.created_at} ${invoice.number}`}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>{shortDayOf(invoice.created_at)}</TableCell>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {invoice.hosted_invoice_url ? (
                  <Link href={invoice.hosted_invoice_url} target="_blank" rel="noreferrer">
                    {invoice.number ?? 'Invoice'}
                  </Link>
                ) : (
                  (invoice.number ?? 'Invoice')
                )}
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {money(invoice.total, invoice.currency)}
                <GivenBack invoice={invoice} />
              </TableCell>
              <TableCell>
                <Chip size="small" variant="outlined" {...stateOf(invoice)} />
              </TableCell>
              <TableCell align="right">
                {invoice.invoice_pdf ? (
                  <Link
                    href={invoice.invoice_pdf}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`PDF of ${invoice.number ?? 'the invoice'}`}
                    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
                  >
                    <DescriptionIcon fontSize="tiny" />
                    PDF
                  </Link>
                ) : null}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
