// Sums of money and days, as billing says them. Prices are held in cents of US dollars.

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, whole: boolean): Intl.NumberFormat {
  const key = `${currency} ${whole}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    ...(whole ? { trailingZeroDisplay: 'stripIfInteger' } : {}),
  })
  formats.set(key, format)
  return format
}

/** A sum in cents to the cent: 390000 → "$3,900.00". */
export function money(cents: number, currency = 'usd'): string {
  // Minus nothing is nothing.
  return formatOf(currency, false).format(cents / 100 || 0)
}

/** A price in cents, without the cents where there are none: 4900 → "$49". */
export function price(cents: number): string {
  return formatOf('usd', true).format(cents / 100 || 0)
}

const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const shortDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The day of a time in the reader's zone: "March 3, 2027"; nothing for no time. */
export function dayOf(at: string | null | undefined): string {
  const time = at ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? '' : longDay.format(time)
}

/** The same for tables: "Mar 3, 2027". */
export function shortDayOf(at: string | null | undefined): string {
  const time = at ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? '' : shortDay.format(time)
}

export type Interval = 1 | 12

/** What a price is for: "month" or "year". */
export function periodOf(interval: number | null): string {
  return interval === 12 ? 'year' : 'month'
}

/** Which of the two an address or an account names; null for anything else. */
export function intervalOf(value: string | number | null | undefined): Interval | null {
  const number = Number(value)
  return number === 1 || number === 12 ? number : null
}
