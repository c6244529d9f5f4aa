import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import type { BillingAccount } from '../../../shared/billing/account.ts'
import { price } from '../../../shared/billing/money.ts'
import type { Product } from '../../../shared/billing/products.ts'
import { TextInput } from '../../../shared/ui/forms/TextInput.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { fieldWidth, widePage } from '../../../shared/ui/sizes.ts'
import { estimateOf } from './estimate.ts'

const most = 10_000

interface Props {
  account: BillingAccount
  products: Product[]
}

/** What each plan comes to in a month for so many members. */
export function SpendEstimate({ account, products }: Props) {
  const [text, setText] = useState(String(account.members.used + (account.members.pending ?? 0)))
  const members = /^\d+$/.test(text.trim()) ? Math.min(Number(text), most) : null
  return (
    <Box sx={{ maxWidth: widePage, mt: 5 }}>
      <Section title="Spend estimate" isTopic>
        <Box sx={{ maxWidth: fieldWidth }}>
          <TextInput
            label="Members"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={members === null}
            helperText={members === null ? 'Must be a number' : 'How many people will work here?'}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
          />
        </Box>
        <Table size="small" sx={{ maxWidth: 560 }} aria-label="Estimated monthly spend">
          <TableHead>
            <TableRow>
              <TableCell>Plan</TableCell>
              <TableCell align="right">Estimated monthly spend</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {products.map((product) => {
              const cents = members === null ? null : estimateOf(product.name, members, account)
              return (
                <TableRow key={product.id} selected={product.id === account.billing_product_id}>
                  <TableCell>{product.label}</TableCell>
                  <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                    {cents === null ? '–' : price(cents)}
                  </TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Section>
    </Box>
  )
}
