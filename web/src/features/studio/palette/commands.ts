// What the command palette offers.

export interface Command {
  id: string
  kind: 'file' | 'command'
  label: string
  about?: string | undefined
  keys?: string | undefined
  run: () => void
}

/** Whether keys are as on a Mac. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** A shortcut as it is written on this machine: `Mod` is ⌘ or Ctrl. */
export function written(keys: string): string {
  return isMac
    ? keys.replaceAll('Mod', '⌘').replaceAll('Shift', '⇧').replaceAll('Alt', '⌥').replaceAll('+', ' ')
    : keys.replaceAll('Mod', 'Ctrl')
}

/** Those that a text finds, the best first: letters in their order are enough. After '>' commands only. */
export function found(commands: readonly Command[], text: string): Command[] {
  const isCommand = text.startsWith('>')
  const wanted = text.replace(/^>/, '').trim().toLowerCase()
  return commands
    .filter(({ kind }) => !isCommand || kind === 'command')
    .flatMap((command) => {
      const weight = weightOf(command, wanted)
      return weight === null ? [] : [{ command, weight }]
    })
    .sort((a, b) => a.weight - b.weight)
    .map(({ command }) => command)
}

function weightOf({ label, about = '' }: Command, wanted: string): number | null {
  if (wanted === '') return 0
  const name = label.toLowerCase()
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  const whole = `${about} ${label}`.toLowerCase()
  if (whole.includes(wanted)) return 2
  let at = -1
  for (const letter of wanted) {
    at = whole.indexOf(letter, at + 1)
    if (at < 0) return null
  }
  return 3
}
