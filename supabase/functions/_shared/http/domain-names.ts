/**
 * A domain as DNS has it: names in other scripts become `xn--…`. What holds more than a name (a port, a path) stays as
 * it is, for the database to refuse.
 */
export function asciiDomain(typed: string): string {
  const text = typed.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  if (/^[\x00-\x7f]*$/.test(text) || !/^[^\x00-\x2c/:;<=>?@[\\\]^`{|}\x7f]+$/.test(text)) return text
  return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text
}
