// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../shared/testing/host.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decomposeColor, getContrastRatio, type Palette, type Theme } from '@mui/material/styles'
import { beforeEach, describe, expect, it } from 'vitest'
import { themePresets } from '../../../supabase/functions/_shared/domain/theme-presets.ts'
import { readSharedCookie, writeSharedCookie } from '../shared/data/shared-cookie.ts'
import { createAppTheme, themeCss } from './theme.ts'
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
  const brandOf = (colours: Record<string, string> | null) =>
    schemesOf(createAppTheme(colours)).light.palette.brand.main

  it.each(['#ff0000', '#FF00cc'])('are taken when they are hex, like %s', (colour) => {
    expect(brandOf({ 'color-primary': colour })).toBe(colour)
  })

  it.each([
    ['#f00', '#ff0000'],
    ['#f00c', '#ff3333'],
    ['#ff0000cc', '#ff3333'],
  ])('are opaque and of six digits, whether short or transparent, like %s', (colour, shown) => {
    expect(brandOf({ 'color-primary': colour })).toBe(shown)
  })

  it.each(['red', '#ff', '#fffff', '#ff0000ccc', 'ff0000', '#gg0000', 'url(#x)', ''])(
    'keep the default for "%s"',
    (colour) => {
      expect(brandOf({ 'color-primary': colour })).toBe(brandOf(null))
      expect(themeCss({ 'color-primary': colour })).toBe('')
    },
  )

  it('change variables in both schemes, and nothing else', () => {
    const css = themeCss({ 'color-primary': '#ff0000', 'color-sidebar-bg': '#112233' })
    expect(css).toMatch(/^:root:root, \[data-color-scheme="light"\]/)
    expect(css).toContain('--mui-palette-sidebar-background:#112233')
    expect(css.match(/\{[^{}]*\}/g)).toHaveLength(2)
    expect(css.replace(/--mui-palette-[\w-]+:[^;{}]+/g, '')).not.toMatch(/[a-z-]+:[^ :[]*;/)
    expect(themeCss({})).toBe('')
  })

  const colours = ['#ffffff', '#000000', '#ffee00', '#808080', '#7f7f7f', '#00ff00', '#0000ff', '#c8102e']
  const pairs = colours.flatMap((ground) => colours.map((text) => [ground, text] as const))
  it.each([
    ...pairs,
    ...Object.values(themePresets).map((p) => [p['color-sidebar-bg'], p['color-on-sidebar']] as const),
  ])('can be read on the sidebar: ground %s, text %s', (ground, text) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { sidebar } = schemesOf(
        createAppTheme({ 'color-sidebar-bg': ground, 'color-on-sidebar': text, 'color-primary': text }),
      )[scheme].palette
      expect(sidebar.background).toBe(ground)
      for (const under of [ground, sidebar.chosen])
        expect(getContrastRatio(sidebar.text, under)).toBeGreaterThanOrEqual(4.5)
      expect(getContrastRatio(sidebar.accent, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each([...colours, ...Object.values(themePresets).map((preset) => preset['color-primary'])])(
    'can be read as text and under text: %s',
    (colour) => {
      for (const scheme of ['light', 'dark'] as const) {
        const { primary, brand, background } = schemesOf(createAppTheme({ 'color-primary': colour }))[scheme]
          .palette
        for (const ground of [background.paper, background.default])
          expect(getContrastRatio(primary.main, ground)).toBeGreaterThanOrEqual(4.5)
        expect(getContrastRatio(primary.main, primary.contrastText)).toBeGreaterThanOrEqual(4.5)
        for (const ground of [brand.main, brand.hover])
          expect(getContrastRatio(brand.contrastText, ground)).toBeGreaterThanOrEqual(4.5)
      }
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

it('has no ripples: the build leaves them out (web/lean.ts)', () => {
  expect(createAppTheme().components?.MuiButtonBase?.defaultProps?.disableRipple).toBe(true)
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

it('the page itself has the ground of both schemes, and finds which before anything of it is painted', () => {
  const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
  for (const scheme of ['light', 'dark'] as const) {
    const ground = schemesOf(createAppTheme())[scheme].palette.background.default
    expect(page).toContain(
      `[data-color-scheme='${scheme}'] { color-scheme: ${scheme}; background: ${ground} }`,
    )
  }
  const [head = ''] = page.split('<body>')
  expect(head).toMatch(/<script src="\/first-paint\.js"( vite-ignore)?><\/script>/)
})
