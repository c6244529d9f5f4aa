// Which page a path is.
import type { IncomingHttpHeaders } from 'node:http'
import type { Account } from '../state/account.ts'
import { checkoutPage } from './checkout.ts'
import { invoiceFile, invoicePage } from './invoice.ts'
import { message, type Page } from './layout.ts'
import { portalPage } from './portal.ts'

interface PageRequest {
  method: string
  path: string
  query: string
  body: string
  headers: IncomingHttpHeaders
}

/** The answer of a page; one that is not there says so. */
export function pageFor(account: Account, { method, path, query, body }: PageRequest): Page {
  const form = method === 'POST' ? new URLSearchParams(body) : undefined
  const asked = new URLSearchParams(query)
  const [, area = '', second = '', third = ''] = path.split('/')
  if (area === 'c' && second === 'pay') return checkoutPage(account, third, form)
  if (area === 'p' && second === 'session') return portalPage(account, third, asked, form)
  if (area === 'i' && third === 'pdf') return invoiceFile(account, second)
  if (area === 'i' && second) return invoicePage(account, second, form)
  return message('Page not found', 'There is no such page here.', 404)
}
