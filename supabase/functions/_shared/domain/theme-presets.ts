// Themes to begin with: only who sets one needs them, every page needs what theme.ts says.
import { themeKeys, type WorkspaceTheme } from './theme.ts'

/** Six themes to begin with; each names all five colours. */
export const themePresets = {
  dark: presetOf('#111827', '#f3f4f6', '#2563eb', '#7c3aed', '#1f2937'),
  deep: presetOf('#0b2545', '#e6eefb', '#13478c', '#c2410c', '#1b3a66'),
  swiss: presetOf('#ffffff', '#1a1a1a', '#c8102e', '#1a1a1a', '#e5e5e5'),
  rolex: presetOf('#0b3d2e', '#f5ecd0', '#0a6b45', '#8a6d1f', '#1b5643'),
  polaris: presetOf('#f4f6f8', '#212b36', '#4959bd', '#006f6a', '#dfe3e8'),
  sky: presetOf('#e8f4fd', '#10344c', '#0b6fb8', '#8a4b08', '#c9e4f8'),
} satisfies Record<string, Required<WorkspaceTheme>>

export type ThemePreset = keyof typeof themePresets

function presetOf(ground: string, text: string, primary: string, accent: string, border: string) {
  return {
    'color-sidebar-bg': ground,
    'color-on-sidebar': text,
    'color-primary': primary,
    'color-accent': accent,
    'color-sidebar-border': border,
  }
}

/** Whether two themes look the same. */
export function isSameTheme(one: WorkspaceTheme, other: WorkspaceTheme): boolean {
  return themeKeys.every((key) => one[key]?.toLowerCase() === other[key]?.toLowerCase())
}

/** The preset that a theme is; undefined for one of somebody's own, and for none. */
export function presetNamed(theme: WorkspaceTheme): ThemePreset | undefined {
  const names = Object.keys(themePresets) as ThemePreset[]
  return names.find((name) => isSameTheme(themePresets[name], theme))
}
