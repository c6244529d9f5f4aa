// One theme for light and dark as CSS variables; a workspace's own colours lie over it.
import { createTheme, type Theme } from '@mui/material/styles'
import { hexColourPattern, productColours } from '../../../supabase/functions/_shared/domain/colours.ts'
import { typeSizes } from '../shared/ui/type-sizes.ts'
import { components } from './theme-components.ts'

interface SidebarColours {
  background: string
  text: string
  border: string
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
    method: MethodTones
  }
  interface PaletteOptions {
    sidebar?: SidebarColours
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
  sidebar: { background: productColours.light.page, text: '#29322f', border: '#e2e5e0' },
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
  sidebar: { background: '#0c1110', text: '#d3dbd8', border: '#222a28' },
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

/** The application's theme, with the valid colours of a workspace's theme in both schemes; its variables stand at `root`. */
export function createAppTheme(colours: Record<string, string> | null = null, root = ':root'): Theme {
  return createTheme({
    cssVariables: { colorSchemeSelector: 'data-color-scheme', rootSelector: root },
    colorSchemes: {
      light: { palette: { ...withWorkspaceColours(light, colours), contrastThreshold } },
      dark: { palette: { ...withWorkspaceColours(dark, colours), contrastThreshold } },
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

/** A key with a value that is no hex colour keeps the default. */
function withWorkspaceColours(scheme: Scheme, colours: Record<string, string> | null): Scheme {
  const pick = (key: string, fallback: string) => {
    const value = colours?.[`color-${key}`] ?? colours?.[`color_${key.replaceAll('-', '_')}`]
    return value && hexColourPattern.test(value) ? value : fallback
  }
  return {
    ...scheme,
    primary: {
      main: pick('primary', scheme.primary.main),
      contrastText: pick('on-primary', scheme.primary.contrastText),
    },
    secondary: {
      main: pick('accent', scheme.secondary.main),
      contrastText: pick('on-accent', scheme.secondary.contrastText),
    },
    error: { main: pick('danger', scheme.error.main) },
    sidebar: {
      background: pick('sidebar-bg', scheme.sidebar.background),
      text: pick('on-sidebar', scheme.sidebar.text),
      border: pick('sidebar-border', scheme.sidebar.border),
    },
  }
}
