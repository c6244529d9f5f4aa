import { stripVTControlCharacters, styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

// Control characters, of which a terminal acts on more than whole sequences; and what turns the order of letters around.
const STEERING = /[\p{Cc}\p{Bidi_Control}]/gu

/** A text as it may be printed to a terminal: descriptions are written by strangers, and must not steer it. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(STEERING, '\uFFFD')
}

/** A text without what looks like a token of ours: an error about what was typed may quote one. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/\bwm(ci|k|sp?)_[\w-]+/g, 'wm$1_…')
}

/** Colours a text for standard output, where that is a terminal and NO_COLOR is not set. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout })
}

/** Writes to standard output, and waits until it is taken: a pipe may be slow, or closed. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.once('error', reject)
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}
