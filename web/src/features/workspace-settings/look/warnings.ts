// What the dialog of the theme says of colours that are hard to read where the product shows them.
import { productColours } from '../../../../../supabase/functions/_shared/domain/colours.ts'
import {
  contrastOf,
  readableRatio,
  type ThemeKey,
  type WorkspaceTheme,
} from '../../../../../supabase/functions/_shared/domain/theme.ts'

/**
 * Colours whose text does not pass WCAG AA as it was chosen, with a sentence each; what is shown instead is decided by the theme
 * (app/theme.ts).
 */
export function contrastWarnings(theme: WorkspaceTheme): Partial<Record<ThemeKey, string>> {
  const warnings: Partial<Record<ThemeKey, string>> = {}
  const warn = (key: ThemeKey, text: string | undefined, ground: string | undefined, on: string) => {
    if (!text || !ground || warnings[key]) return
    const ratio = contrastOf(text, ground)
    if (ratio < readableRatio)
      warnings[key] =
        `Contrast ${(Math.floor(ratio * 10) / 10).toFixed(1)} : 1 on ${on}, WCAG AA asks for ${readableRatio} : 1. It is shown darker or lighter there.`
  }
  const ground = theme['color-sidebar-bg'] ?? productColours.light.page
  warn('color-on-sidebar', theme['color-on-sidebar'], ground, 'the background')
  // In the dark nearly every colour that is read on white is shown lighter: that is no mistake of who chose it.
  for (const key of ['color-primary', 'color-accent'] as const)
    warn(key, theme[key], productColours.light.card, 'white pages')
  return warnings
}
