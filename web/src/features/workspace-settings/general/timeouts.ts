// The times after which people who do nothing may be signed out, and what they are called.

const offered = [
  { seconds: null, label: 'Never' },
  { seconds: 900, label: 'After 15 minutes' },
  { seconds: 1800, label: 'After 30 minutes' },
  { seconds: 3600, label: 'After 1 hour' },
  { seconds: 14_400, label: 'After 4 hours' },
  { seconds: 28_800, label: 'After 8 hours' },
  { seconds: 86_400, label: 'After 1 day' },
]

/** What a time is called; one set by the API may be any. */
export function timeoutLabel(seconds: number | null): string {
  return offered.find((one) => one.seconds === seconds)?.label ?? `After ${seconds} seconds`
}

/** The times to choose from, with the one that is set. */
export function timeouts(current: number | null) {
  if (offered.some(({ seconds }) => seconds === current)) return offered
  return [...offered, { seconds: current, label: timeoutLabel(current) }]
}
