// A workspace's theme: which colours it may set, and what keeps text on them readable.
import { hexColourPattern } from './colours.ts'

/** The colours that a workspace may set, in the order in which people are asked for them. */
export const themeKeys = [
  'color-sidebar-bg',
  'color-on-sidebar',
  'color-primary',
  'color-accent',
  'color-sidebar-border',
] as const

export type ThemeKey = (typeof themeKeys)[number]

/** Colours as #rrggbb; what is missing is the product's own. */
export type WorkspaceTheme = Partial<Record<ThemeKey, string>>

/**
 * What of a stored or received value is a theme, its colours opaque: anything else is left out, so that nothing else becomes
 * CSS or HTML. Which colours there may be the database says too: `private.is_theme`.
 */
export function themeOf(value: unknown): WorkspaceTheme {
  if (typeof value !== 'object' || value === null) return {}
  const theme: WorkspaceTheme = {}
  for (const key of themeKeys) {
    const colour = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
    if (typeof colour === 'string' && hexColourPattern.test(colour)) theme[key] = opaque(colour)
  }
  return theme
}

/** A hex colour of 3, 4, 6 or 8 digits as #rrggbb: white shines through, for contrast is reckoned of what is seen. */
export function opaque(colour: string): string {
  if (colour.length === 7) return colour
  const digits = colour.slice(1)
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  const alpha = Number.parseInt(full.slice(6) || 'ff', 16) / 255
  return mixed(white, `#${full.slice(0, 6)}`, alpha)
}

/** What text needs to be read on its ground, and what signs such as borders need beside theirs (WCAG 2.2, 1.4.3, 1.4.11). */
export const readableRatio = 4.5

/** The contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const black = '#000000'
const white = '#ffffff'

/** Black or white, whichever is easier to read on a colour: one of them always passes. */
export function inkOn(ground: string): string {
  return contrastOf(white, ground) >= contrastOf(black, ground) ? white : black
}

/** The colour itself where it can be read on all of the grounds, else the nearest towards black or white that can. */
export function readableOn(colour: string, grounds: readonly string[]): string {
  const worst = (text: string) => Math.min(...grounds.map((ground) => contrastOf(text, ground)))
  if (worst(colour) >= readableRatio) return colour
  for (let share = 0.05; share < 1; share += 0.05)
    for (const end of [black, white]) {
      const text = mixed(colour, end, share)
      // A little more, so that nobody's rounding makes it less.
      if (worst(text) >= readableRatio + 0.05) return text
    }
  return worst(black) > worst(white) ? black : white
}

/** Text of a colour that can be read on grounds, and on them where a little of that colour shows, as in chosen rows. */
export function textOn(grounds: readonly string[], colour: string): string {
  const tinted = (text: string) => grounds.flatMap((ground) => [ground, mixed(ground, text, tintShare)])
  const first = readableOn(colour, tinted(colour))
  return readableOn(first, tinted(first))
}

const tintShare = 0.12

/** The ground of a chosen row: towards its text's colour, or away from it where that would be too near. */
export function chosenOn(ground: string, text: string): string {
  const towards = mixed(ground, text, tintShare)
  return contrastOf(text, towards) >= readableRatio ? towards : mixed(ground, inkOn(text), tintShare)
}

/** A colour with a share (0 to 1) of another. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [channels(colour), channels(other)]
  const parts = from.map((part, at) => Math.round(part * (1 - share) + (to[at] ?? 0) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
