import { DescriptionError } from '../errors.ts'

/** The most characters of an export, as far as they can be counted before it is written. */
export const MOST_CHARACTERS = 40 * 2 ** 20

/** Counts what is being put together; throws DescriptionError when it would become too large. */
export class Budget {
  private left: number
  private readonly path: string

  constructor(path: string, most: number = MOST_CHARACTERS) {
    this.path = path
    this.left = most
  }

  /** A value with this many characters of its own, so deep that many blanks stand in front of it. */
  spend(characters: number, depth: number): void {
    this.left -= characters + 2 * depth + 4
    if (this.left >= 0) return
    throw new DescriptionError(
      `This file would be larger than ${MOST_CHARACTERS / 2 ** 20} MB in this form. Export it as it is, or bundled.`,
      this.path,
    )
  }
}
