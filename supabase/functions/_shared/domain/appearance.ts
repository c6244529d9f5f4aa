// How projects, groups and teams look when nobody chose: 22 icon names, 18 colours.

export const iconNames = [
  'cabinet-filing',
  'bolt',
  'book',
  'brain-circuit',
  'calendar',
  'chart-line',
  'cloud',
  'code',
  'compass',
  'credit-card',
  'cube',
  'database',
  'envelope',
  'flask',
  'gear',
  'globe',
  'key',
  'leaf',
  'map',
  'rocket',
  'shield',
  'truck',
] as const

export type IconName = (typeof iconNames)[number]

export const iconColours = [
  '#7F8197',
  '#0F766E',
  '#0E7490',
  '#1D4ED8',
  '#4338CA',
  '#6D28D9',
  '#A21CAF',
  '#BE185D',
  '#BE123C',
  '#B91C1C',
  '#C2410C',
  '#B45309',
  '#A16207',
  '#4D7C0F',
  '#15803D',
  '#047857',
  '#0369A1',
  '#475569',
] as const

export const defaultIconName: IconName = 'cabinet-filing'
export const defaultIconColour = '#7F8197'

/** An icon and a colour picked at random; `random` answers numbers in [0, 1). */
export function randomAppearance(random: () => number = Math.random): { name: IconName; colour: string } {
  const name = iconNames[Math.floor(random() * iconNames.length)] ?? defaultIconName
  const colour = iconColours[Math.floor(random() * iconColours.length)] ?? defaultIconColour
  return { name, colour }
}
