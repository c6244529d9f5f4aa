// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../shared/testing/host.ts'
import { decomposeColor, getContrastRatio, type Palette, type Theme } from '@mui/material/styles'
import { beforeEach, describe, expect, it } from 'vitest'
import { readSharedCookie, writeSharedCookie } from '../shared/data/shared-cookie.ts'
import { createAppTheme } from './theme.ts'
import { modeKey, themeStorage } from './theme-storage.ts'

/** Black comes as a share of it, which the ground shines through. */
function inkOf(text: string, ground: string): string {
  const [, , , share = 1] = decomposeColor(text).values
  const mixed = [0, 1, 2].map((at) => {
    const [over = 0, under = 0] = [decomposeColor(text).values[at], decomposeColor(ground).values[at]]
    return Math.round(over * share + under * (1 - share))
  })
  return `rgb(${mixed.join(', ')})`
}

/** Both schemes: the theme's type knows them only where all themes have them. */
function schemesOf(theme: Theme): Record<'light' | 'dark', { palette: Palette }> {
  if (!('colorSchemes' in theme)) throw new Error('no colour schemes')
  return theme.colorSchemes as Record<'light' | 'dark', { palette: Palette }>
}

describe('a workspace’s colours', () => {
  const colourOf = (colours: Record<string, string> | null) =>
    schemesOf(createAppTheme(colours)).light.palette.primary.main

  it.each(['#f00', '#f00c', '#ff0000', '#FF0000cc'])('are taken when they are hex, like %s', (colour) => {
    expect(colourOf({ 'color-primary': colour })).toBe(colour)
  })

  it.each(['red', '#ff', '#fffff', 'ff0000', '#gg0000', 'url(#x)', ''])(
    'keep the default for "%s"',
    (colour) => {
      expect(colourOf({ 'color-primary': colour })).toBe(colourOf(null))
    },
  )
})

it.each(['light', 'dark'] as const)('filled alerts can be read in %s', (scheme) => {
  const { palette } = schemesOf(createAppTheme())[scheme]
  for (const severity of ['warning', 'error', 'info', 'success'] as const) {
    const ground = scheme === 'dark' ? palette[severity].dark : palette[severity].main
    const text = palette.getContrastText(ground)
    expect([severity, getContrastRatio(inkOf(text, ground), ground) >= 4.5]).toEqual([severity, true])
  }
})

describe('the choice of light or dark', () => {
  const storage = () => {
    const made = themeStorage({ key: modeKey })
    if (!made) throw new Error('no storage')
    return made
  }

  beforeEach(() => {
    window.localStorage.clear()
    writeSharedCookie('theme', '', 0)
  })

  it('is the same on every host: the last one made anywhere counts', () => {
    storage().set('dark')
    // Another host has a storage of its own, with what was chosen there before.
    window.localStorage.setItem(modeKey, 'light')
    expect(storage().get('system')).toBe('dark')
  })

  it('falls back to this host’s, and then to the usual', () => {
    expect(storage().get('system')).toBe('system')
    window.localStorage.setItem(modeKey, 'light')
    expect(storage().get('system')).toBe('light')
    writeSharedCookie('theme', 'purple', 60)
    expect(storage().get('system')).toBe('light')
  })

  it('leaves MUI’s other keys to this host', () => {
    themeStorage({ key: 'mui-color-scheme-dark' })?.set('dark')
    expect(readSharedCookie('theme')).toBeUndefined()
  })
})
