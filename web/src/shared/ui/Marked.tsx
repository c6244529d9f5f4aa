import { styled } from '@mui/material/styles'

const Mark = styled('mark')({
  background: 'none',
  color: 'inherit',
  fontWeight: 700,
  textDecoration: 'underline',
  textUnderlineOffset: 3,
})

/** A text with words marked where they begin a word, or the part of one; it stays text, whatever is in it. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  let end = 0
  return split(text, words).map((part, index) => {
    end += part.length
    // What tells the marked parts apart is where in the text they end.
    return index % 2 === 1 ? <Mark key={end}>{part}</Mark> : part
  })
}

/** The text cut so that every second part is one of the words. */
export function split(text: string, words: readonly string[]): string[] {
  const known = words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)).sort((a, b) => b.length - a.length)
  if (known.length === 0) return [text]
  // Short words are in the middle of many others.
  const pattern = known.map((word) => (word.length < 3 ? `(?<![\\p{L}\\p{N}])${word}` : word)).join('|')
  return text.split(new RegExp(`(${pattern})`, 'giu'))
}
