// A theme's colours in every length that hex has; what is none is left out.
import { expect, it } from 'vitest'
import { themeOf } from './theme.ts'

it.each([
  ['#2ea44e', '#2ea44e'],
  ['#0af', '#00aaff'],
  ['#0AFF', '#00aaff'],
  ['#0af8', '#77d2ff'],
  ['#00aaff80', '#7fd4ff'],
  ['#00aaff00', '#ffffff'],
  ['#12345', undefined],
  ['2ea44e', undefined],
  ['#2ea44e;x', undefined],
])('%s is %s', (stored, colour) => {
  expect(themeOf({ 'color-primary': stored })['color-primary']).toBe(colour)
})
