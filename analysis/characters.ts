// Characters that a line of text does not need and nobody sees; the database's private.has_unseen says the same.

/** Inside a class of a regular expression: controls, marks that turn the reading direction, fillers, tags, what no font shows. */
export const unseenCharacters =
  '\\p{Cc}\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufeff\\uffa0\\ufff9-\\ufffb\\u{13430}-\\u{1345f}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}' +
  '\\u{e01f0}-\\u{e0fff}\\p{Co}\\p{Noncharacter_Code_Point}'

const unseen = new RegExp(`[${unseenCharacters}]`, 'u')
// Flags of regions are a black flag, two to six tags, and the tag that ends them.
const regionFlags = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}/gu

/** Whether a text holds such characters; in flags of regions they are seen. */
export function hasUnseen(text: string): boolean {
  return unseen.test(text.replace(regionFlags, ''))
}

// Joiners and the variations of pictures and of keys are seen in what they are behind of these, and nowhere else.
const shownAs = new RegExp(
  `${regionFlags.source}|[${unseenCharacters}\\u200c\\u180b-\\u180f\\ufe00-\\ufe0d\\u{e0100}-\\u{e01ef}]` +
    '|(?<![\\p{Extended_Pictographic}\\ufe0f\\u{1f3fb}-\\u{1f3ff}])\\u200d' +
    '|(?<!\\p{Extended_Pictographic}|[0-9#*](?=\\ufe0f\\u20e3))[\\ufe0e\\ufe0f]',
  'gu',
)

/** A text for people to look at: what nobody would see stands in it by its number; tabs and line feeds stay. */
export function withUnseenShown(text: string): string {
  return text.replace(shownAs, (found) => {
    const [code = 0] = [...found].map((character) => character.codePointAt(0) ?? 0)
    if (found === '\n' || found === '\t' || code === 0x1f3f4) return found
    return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`
  })
}
