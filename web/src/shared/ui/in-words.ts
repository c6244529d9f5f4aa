const list = new Intl.ListFormat('en', { type: 'disjunction' })

/** Sentences "cannot {do}: {reason}" with those of one reason made one: "cannot edit, share, or delete: {reason}". */
export function inWords(sentences: string[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const sentence of sentences) {
    const [, doing, reason] = /^cannot (.+?): (.+)$/.exec(sentence) ?? []
    if (doing === undefined || reason === undefined) byReason.set(sentence, [])
    else byReason.set(reason, [...(byReason.get(reason) ?? []), doing])
  }
  return [...byReason].map(([reason, doings]) =>
    doings.length === 0 ? reason : `cannot ${list.format(doings)}: ${reason}`,
  )
}

/** A sentence about somebody, as one says it to them. */
export function aboutYou(sentence: string): string {
  return sentence.replace(/\bthey are\b/g, 'you are').replace(/\bthem\b/g, 'you')
}
