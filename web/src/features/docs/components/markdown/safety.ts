// Links in a description are written by strangers.

/** Whether a link leaves this site. */
export function isExternal(href: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)
}

/** `rel` of every link in text that others wrote. */
export const untrustedRel = 'noopener noreferrer nofollow'

/** A link of a description if it may be followed (http, https, mailto, tel or relative), else undefined. */
export function safeHref(href: string | undefined): string | undefined {
  if (!href) return undefined
  // Browsers skip control characters and blanks inside a scheme.
  const plain = [...href].filter((char) => char > ' ' && char !== '\u007f').join('')
  const scheme = /^([^:/?#]*):/.exec(plain)?.[1]?.toLowerCase()
  if (scheme === undefined) return plain
  return ['http', 'https', 'mailto', 'tel'].includes(scheme) ? plain : undefined
}
