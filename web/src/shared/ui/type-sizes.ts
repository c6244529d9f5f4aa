/** Code, and what is typed like it. */
export const monospace =
  'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace'

/** Every size of text. The theme's typography is made of them; plain elements, as the docs' rows are, take them here. */
export const typeSizes = {
  badge: '0.6875rem',
  caption: '0.75rem',
  /** Monospaced text looks larger than what stands beside it. */
  codeSmall: '0.7813rem',
  note: '0.8125rem',
  code: '0.8438rem',
  body2: '0.875rem',
  body1: '0.9375rem',
  search: '1rem',
  h3: '1.0625rem',
  h2: '1.25rem',
  h1: '1.75rem',
  articleH3: '1.0938rem',
  articleH2: '1.3125rem',
  articleH1: '1.625rem',
  /** Icons beside text; larger ones have MUI's sizes. */
  iconTiny: '0.875rem',
  iconCompact: '1.125rem',
} as const

declare module '@mui/material/SvgIcon' {
  interface SvgIconPropsSizeOverrides {
    /** As high as the text beside it. */
    tiny: true
    /** A little above it: a button in a row. */
    compact: true
  }
}
