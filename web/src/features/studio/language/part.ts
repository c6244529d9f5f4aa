// The parts of large files that rules look at one by one.
import type { Path } from '../../../../../editing/types.ts'

/** What is large: each of its members is a part, and the rest of the file is one. */
const LARGE = /^(paths|webhooks|definitions|components|parameters|responses|securityDefinitions)$/

/** The way to the part around a value; an empty one for the rest of the file. */
export function partAround(at: Path): Path {
  const [first] = at
  const length = first === 'components' ? 3 : 2
  return LARGE.test(String(first)) && at.length >= length ? at.slice(0, length) : []
}

/** Whether a value is of a part. */
export function isOfPart(part: Path, at: Path): boolean {
  if (part.length > 0) return part.every((key, index) => String(key) === String(at[index]))
  return at.length > 0 && !LARGE.test(String(at[0]))
}
