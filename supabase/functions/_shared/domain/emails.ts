import { unseenCharacters } from '../../../../analysis/characters.ts'

// Neither blanks nor joiners, nor what mail programs read as a list, a name or a comment.
const refused = `\\s\\u0085\\u180b-\\u180f\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}${unseenCharacters}@<>()\\[\\]\\\\,;:"`
// Other spellings of a dot.
const dots = '\\u3002\\uff0e\\uff61'

/**
 * An e-mail address as forms and routes take it; apart from the schemas, whose library is large. The database's
 * private.is_email says the same.
 */
export const emailPattern = new RegExp(
  `^[^${refused}]+@[^${refused}${dots}]+\\.[^${refused}${dots}.]{2,}$`,
  'u',
)
