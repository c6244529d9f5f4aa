import bowser from 'bowser'

/** What a User-Agent says in a person's words ("Firefox on Windows"); undefined when it says nothing. */
export function describeDevice(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined
  const { browser, os } = bowser.parse(userAgent)
  if (!browser.name) return os.name
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
