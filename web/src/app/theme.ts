// One theme for light and dark as CSS variables; a workspace's own colours lie over it.
import { createTheme, type Theme } from '@mui/material/styles'
import { productColours } from '../../../supabase/functions/_shared/domain/colours.ts'
import {
  chosenOn,
  inkOn,
  mixed,
  readableOn,
  textOn,
  themeOf,
  type WorkspaceTheme,
} from '../../../supabase/functions/_shared/domain/theme.ts'
import { typeSizes } from '../shared/ui/type-sizes.ts'
import { components } from './theme-components.ts'

interface SidebarColours {
  background: string
  text: string
  soft: string
  border: string
  /** The ground of a chosen row. */
  chosen: string
  /** Links, marks and the ring around what has the focus. */
  accent: string
}

/** What is filled with the workspace's colour, as it is; `primary` is that colour as text, which has to be read. */
interface BrandColours {
  main: string
  hover: string
  contrastText: string
}

/** Text of a colour on a ground of the same. */
interface Tone {
  ink: string
  ground: string
}

type MethodTones = Record<'get' | 'post' | 'put' | 'patch' | 'delete' | 'other', Tone>

declare module '@mui/material/styles' {
  interface Palette {
    sidebar: SidebarColours
    brand: BrandColours
    method: MethodTones
  }
  interface PaletteOptions {
    sidebar?: SidebarColours
    brand?: BrandColours
    method?: MethodTones
  }
}

const sans =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif'

const light = {
  primary: { main: productColours.light.primary, contrastText: '#ffffff' },
  secondary: { main: '#9a3412', contrastText: '#ffffff' },
  error: { main: '#b42318' },
  warning: { main: '#93580a' },
  success: { main: '#1a7340' },
  info: { main: '#1d5fa8' },
  background: { default: '#fbfbfa', paper: productColours.light.card },
  text: { primary: productColours.light.strong, secondary: productColours.light.soft },
  divider: '#e2e5e3',
  sidebar: {
    background: productColours.light.page,
    text: '#29322f',
    soft: productColours.light.soft,
    border: '#e2e5e0',
    chosen: mixed(productColours.light.page, '#29322f', 0.1),
    accent: productColours.light.primary,
  },
  brand: { main: productColours.light.primary, hover: '#0b5d57', contrastText: '#ffffff' },
  // Each ink keeps a contrast of at least 4.5 : 1 on its ground (measured with axe by the docs' tests).
  method: {
    get: { ink: '#0b5591', ground: '#e3f0fb' },
    post: { ink: '#12652c', ground: '#e2f5e8' },
    put: { ink: '#7d4700', ground: '#fcf0dc' },
    patch: { ink: '#65379d', ground: '#f1e8fb' },
    delete: { ink: '#a3221a', ground: '#fdeae8' },
    other: { ink: '#475057', ground: '#ebeef0' },
  },
}

const dark = {
  primary: { main: productColours.dark.primary, contrastText: '#06231f' },
  secondary: { main: '#f0a868', contrastText: '#2b1402' },
  error: { main: '#f58a80' },
  warning: { main: '#e9b35c' },
  success: { main: '#6fcf97' },
  info: { main: '#7db8f0' },
  background: { default: productColours.dark.page, paper: productColours.dark.card },
  text: { primary: productColours.dark.strong, secondary: productColours.dark.soft },
  divider: productColours.dark.box,
  sidebar: {
    background: '#0c1110',
    text: '#d3dbd8',
    soft: productColours.dark.soft,
    border: '#222a28',
    chosen: mixed('#0c1110', '#d3dbd8', 0.12),
    accent: productColours.dark.primary,
  },
  brand: { main: productColours.dark.primary, hover: '#7fe0d3', contrastText: '#06231f' },
  method: {
    get: { ink: '#8cc7f7', ground: '#12304a' },
    post: { ink: '#86dba2', ground: '#12361f' },
    put: { ink: '#f2c078', ground: '#3d2a0c' },
    patch: { ink: '#cfaef7', ground: '#34214f' },
    delete: { ink: '#f7a59d', ground: '#471a17' },
    other: { ink: '#b9c4c1', ground: '#2a3331' },
  },
}

type Scheme = typeof light

/** Text on a filled colour is white or black, whichever passes WCAG AA on it. */
const contrastThreshold = 4.5

/** The application's theme, with a workspace's colours in both schemes; its variables stand at `root`. */
export function createAppTheme(colours: unknown = null, root = ':root'): Theme {
  const theme = themeOf(colours)
  return createTheme({
    cssVariables: { colorSchemeSelector: 'data-color-scheme', rootSelector: root },
    colorSchemes: {
      light: { palette: { ...withWorkspaceColours(light, theme), contrastThreshold } },
      dark: { palette: { ...withWorkspaceColours(dark, theme), contrastThreshold } },
    },
    breakpoints: { values: { xs: 0, sm: 415, md: 750, lg: 980, xl: 1440 } },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: sans,
      fontSize: 14,
      // Names of people's own stand in headings, however long.
      h1: {
        fontSize: typeSizes.h1,
        fontWeight: 650,
        letterSpacing: '-0.02em',
        lineHeight: 1.25,
        overflowWrap: 'anywhere',
      },
      h2: {
        fontSize: typeSizes.h2,
        fontWeight: 650,
        letterSpacing: '-0.01em',
        lineHeight: 1.35,
        overflowWrap: 'anywhere',
      },
      h3: { fontSize: typeSizes.h3, fontWeight: 600, lineHeight: 1.4 },
      h4: { fontSize: typeSizes.body1, fontWeight: 600 },
      subtitle2: { fontWeight: 600 },
      body1: { fontSize: typeSizes.body1, lineHeight: 1.6 },
      body2: { fontSize: typeSizes.body2, lineHeight: 1.5 },
      overline: { fontSize: typeSizes.badge, fontWeight: 600, letterSpacing: '0.06em', lineHeight: 1.8 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components,
  })
}

/**
 * A scheme in a workspace's colours. Whatever they chose can be read: what is no text keeps its colour, text moves towards
 * black or white until it passes WCAG AA on the grounds it stands on.
 */
function withWorkspaceColours(scheme: Scheme, theme: WorkspaceTheme): Scheme {
  const { page, card, box } = scheme === light ? productColours.light : productColours.dark
  const grounds = [scheme.background.default, page, card, box]
  const primary = theme['color-primary']
  const accent = theme['color-accent']
  return {
    ...scheme,
    ...(primary && { primary: inked(textOn(grounds, primary)), brand: filled(primary) }),
    ...(accent && { secondary: inked(textOn(grounds, accent)) }),
    sidebar: sidebarOf(scheme, theme),
  }
}

function inked(main: string) {
  return { main, contrastText: inkOn(main) }
}

function filled(main: string): BrandColours {
  const contrastText = inkOn(main)
  // Away from the text, so that the contrast only grows.
  return { main, hover: mixed(main, inkOn(contrastText), 0.14), contrastText }
}

function sidebarOf({ sidebar }: Scheme, theme: WorkspaceTheme): SidebarColours {
  const background = theme['color-sidebar-bg'] ?? sidebar.background
  const border = theme['color-sidebar-border'] ?? sidebar.border
  const isOwn = theme['color-sidebar-bg'] !== undefined || theme['color-on-sidebar'] !== undefined
  const wanted = theme['color-on-sidebar'] ?? mixed(inkOn(background), background, 0.08)
  const text = isOwn ? readableOn(wanted, [background]) : sidebar.text
  const chosen = isOwn ? chosenOn(background, text) : sidebar.chosen
  const soft = isOwn ? text : sidebar.soft
  const accent = theme['color-primary'] ?? sidebar.accent
  const isAsIs = !isOwn && theme['color-primary'] === undefined
  return {
    background,
    border,
    text,
    soft,
    chosen,
    accent: isAsIs ? accent : readableOn(accent, [background]),
  }
}

let usual: Map<string, Variables> | undefined

type Variables = Record<string, unknown>

/**
 * What a workspace's colours change of the usual theme's variables, as CSS: to be repainted, no part of a page has to be
 * made anew. Empty without colours. Only what `themeOf` lets through gets in, and numbers made of it.
 */
export function themeCss(colours: unknown): string {
  if (Object.keys(themeOf(colours)).length === 0) return ''
  usual ??= variablesOf(createAppTheme())
  const rules: string[] = []
  for (const [selector, variables] of variablesOf(createAppTheme(colours))) {
    const known = usual.get(selector) ?? {}
    const changed = Object.entries(variables).filter(([name, value]) => known[name] !== value)
    // Said twice, to count for more than the theme's own rules.
    const stronger = selector.replace(/(:root|\[[^\]]*\])/g, '$1$1')
    if (changed.length > 0)
      rules.push(`${stronger}{${changed.map(([name, value]) => `${name}:${value}`).join(';')}}`)
  }
  return rules.join('')
}

function variablesOf(theme: Theme): Map<string, Variables> {
  const sheets: unknown = 'generateStyleSheets' in theme ? theme.generateStyleSheets : undefined
  if (typeof sheets !== 'function') throw new Error('The theme has no variables')
  const found = new Map<string, Variables>()
  for (const sheet of sheets.call(theme) as Record<string, Variables>[])
    for (const [selector, rules] of Object.entries(sheet)) {
      const variables = Object.entries(rules).filter(([name]) => name.startsWith('--'))
      if (variables.length > 0)
        found.set(selector, { ...found.get(selector), ...Object.fromEntries(variables) })
    }
  return found
}
