// Words of strangers in Markdown of Git hosts, and how many of something there are.

/** "no errors", "1 error", "2 errors". */
export function count(n: number, one: string, many: string): string {
  return n === 0 ? `no ${many}` : `${n} ${n === 1 ? one : many}`
}

// What stands in code is text to every host: it mentions nobody, and is no link and no reference to an issue or a commit.
/** Between marks of code. */
export function asCode(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'") || '-'}\``
}

/** Words and numbers, between quotation marks or not: nothing that one host or another makes something of. */
const PLAIN = /^(?!.*[\da-f]{7})[\p{L}\d ,;"'“”’()]*\.?$/iu

/** As it is where that is plain, else between marks of code. */
export function asText(text: string): string {
  const line = oneLine(text)
  return PLAIN.test(line) ? line : asCode(line)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim().slice(0, 300)
}
