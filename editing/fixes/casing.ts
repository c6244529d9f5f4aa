// Names in the casings that Spectral's function knows.

const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

const WRITERS: Readonly<Record<string, (words: string[]) => string>> = {
  flat: (words) => words.join(''),
  camel: (words) => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
  pascal: (words) => words.map(capital).join(''),
  kebab: (words) => words.join('-'),
  cobol: (words) => words.join('-').toUpperCase(),
  snake: (words) => words.join('_'),
  macro: (words) => words.join('_').toUpperCase(),
}

/** A name in another casing; undefined where it has no letters for it, or the casing is none. */
export function inCasing(name: string, casing: string): string | undefined {
  const words = name.match(WORDS)?.map((word) => word.toLowerCase())
  const write = Object.hasOwn(WRITERS, casing) ? WRITERS[casing] : undefined
  // What is no letter or digit between words goes; a name that begins with a digit is in no casing.
  if (!words || !write || /^\d/.test(words[0] ?? '')) return undefined
  return write(words)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
