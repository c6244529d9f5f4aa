import { printable } from './terminal.ts'

/** A line of standard error that says what is going on, for whoever watches; nothing where nobody does. */
export interface Progress {
  show(text: string): void
  /** Takes the line away. */
  clear(): void
}

export function progressOn(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined }
  let isShown = false
  return {
    show(text) {
      isShown = true
      const line = printable(text).slice(0, Math.max(20, (stream.columns ?? 80) - 1))
      stream.write(`\r\u001b[K${line}`)
    },
    clear() {
      if (isShown) stream.write('\r\u001b[K')
      isShown = false
    },
  }
}
