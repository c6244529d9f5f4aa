// Under this much, a time is "just now".
const justNowSeconds = 20

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** A time as seen from another: "just now", "5 minutes ago", "in 2 days". */
export function relativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000
  if (Math.abs(seconds) < justNowSeconds) return 'just now'
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return format.format(Math.trunc(seconds / length), unit)
}
