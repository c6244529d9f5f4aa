// Callouts as GitHub has them: a quotation whose first line is `[!NOTE]`, or another of these words.

export const callouts = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
} as const

export type CalloutKind = keyof typeof callouts

/** Whether a word names a callout. */
export function isCallout(word: string): word is CalloutKind {
  return Object.hasOwn(callouts, word)
}

/** The mark of a callout, alone on its line, at the beginning of what a quotation says. */
export const calloutMark = /^\[!(note|tip|important|warning|caution)\](?:\n|$)/i
