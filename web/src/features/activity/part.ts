/** A piece of a sentence: words, or a name; with where it leads while `object` exists. */
export type Part = string | { name: string; to?: string; object?: string }
