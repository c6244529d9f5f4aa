// What a commit says of itself. Anybody can write anything there: it is bounded, and shown as text.

export interface CommitDetails {
  parent: string | null
  message: string
  authorName: string | null
  authorEmail: string | null
  /** When it was written, in ISO 8601. */
  committedAt: string | null
}

const AUTHOR = /^author (.*?) ?<([^>]*)> (\d{1,12}) [+-]\d{4}$/m
const PARENT = /^parent ([0-9a-f]{40,64})$/m
// Until the year 9999, which is as far as ISO 8601 has four digits.
const LAST_SECOND = 253_402_300_799

/** Reads what `git cat-file commit` prints. */
export function commitDetails(commit: Buffer): CommitDetails {
  const text = commit.toString()
  const end = text.indexOf('\n\n')
  const headers = end < 0 ? text : text.slice(0, end)
  const [, name = '', email = '', seconds] = AUTHOR.exec(headers) ?? []
  return {
    parent: PARENT.exec(headers)?.[1] ?? null,
    message: end < 0 ? '' : storable(text.slice(end + 2).trim(), 5000),
    authorName: storable(name, 200) || null,
    authorEmail: storable(email, 255) || null,
    committedAt: seconds === undefined ? null : dateOf(Number(seconds)),
  }
}

function dateOf(seconds: number): string | null {
  return seconds <= LAST_SECOND ? new Date(seconds * 1000).toISOString() : null
}

/** Without control characters, which neither Postgres nor a terminal should get; characters are not cut in two. */
function storable(text: string, most: number): string {
  return [...text.replaceAll(/[^\P{Cc}\n\t]/gu, '')].slice(0, most).join('')
}
