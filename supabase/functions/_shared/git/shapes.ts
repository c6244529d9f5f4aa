// What answers of hosts are checked against: nothing of them is trusted, texts are bounded.
import { z } from 'zod'

// Control characters other than those of lines, and halves of characters: the database takes no NUL and no half.
const unshown = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu
/** One line without them. */
export const printed = /^[^\p{Cc}\p{Cs}]+$/u

/** A text that is shown: without what cannot be, cut where it is too long, empty where there is none. */
export function shownText(most: number) {
  return z
    .string()
    .nullish()
    .transform((text) =>
      Array.from((text ?? '').replace(unshown, ''))
        .slice(0, most)
        .join(''),
    )
}

/** A name that calls are made with: too long or with control characters it is no name. */
export const nameText = z.string().min(1).max(512).regex(printed)

/** An id as a text, whichever way the host spells it. */
export const idText = z.union([z.int(), z.string().min(1).max(200).regex(printed)]).transform(String)

/** The name of an object in Git: SHA-1 or SHA-256. */
export const commitHash = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)

/** Whether a text names a commit. */
export function isCommitHash(text: string): boolean {
  return commitHash.safeParse(text).success
}

/** Whether a hash is the one that says "none". */
export function isZero(hash: string): boolean {
  return /^0+$/.test(hash)
}

export const urlText = z.string().max(2000)

/** The path of a file in a tree. */
export const pathText = z.string().min(1).max(4096)

/** A list that is read up to a number of entries. */
export function listOf<S extends z.ZodType>(entry: S, most = 1000) {
  return z.array(entry).max(most)
}

/** The references that a push moves; who receives them bounds the bytes. */
export function referencesOf<S extends z.ZodType>(entry: S) {
  return listOf(entry, 30_000)
}

export const anything = z.unknown()
