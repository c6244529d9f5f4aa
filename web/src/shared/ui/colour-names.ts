import type { iconColours } from '../../../../supabase/functions/_shared/domain/appearance.ts'

/** What the colours to choose from are called, for those who do not see them. */
export const colourNames: Record<(typeof iconColours)[number], string> = {
  '#7F8197': 'Grey',
  '#0F766E': 'Teal',
  '#0E7490': 'Cyan',
  '#1D4ED8': 'Blue',
  '#4338CA': 'Indigo',
  '#6D28D9': 'Violet',
  '#A21CAF': 'Fuchsia',
  '#BE185D': 'Pink',
  '#BE123C': 'Rose',
  '#B91C1C': 'Red',
  '#C2410C': 'Orange',
  '#B45309': 'Amber',
  '#A16207': 'Yellow',
  '#4D7C0F': 'Lime',
  '#15803D': 'Green',
  '#047857': 'Emerald',
  '#0369A1': 'Sky',
  '#475569': 'Slate',
}
