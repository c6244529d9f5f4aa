import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

// Descriptions are written by strangers: what steers a terminal, or turns the order of letters around, is not printed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A text as it may be printed to a terminal. */
export function printable(text: string): string {
  return text.replaceAll(STEERING, '\uFFFD')
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
