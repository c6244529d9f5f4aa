import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useEffect, useMemo } from 'react'
import { tabIcon } from '../../../supabase/functions/_shared/domain/tab-icon.ts'
import { usePreviewedTheme } from '../shared/data/theme-preview.ts'
import { useSite } from '../shared/data/workspace.tsx'
import { createAppTheme, themeCss } from './theme.ts'
import { modeKey, themeStorage } from './theme-storage.ts'

const theme = createAppTheme()

/**
 * Colours and icon of the host's workspace. The colours are variables that lie over the theme's: another theme is one style
 * element, and no part of the page is rendered again for it.
 */
export function WorkspaceLook({ children }: { children: ReactNode }) {
  const site = useSite()
  const workspace = site.kind === 'workspace' ? site.workspace : null
  const tried = usePreviewedTheme()
  const colours = tried ?? workspace?.theme ?? null
  const css = useMemo(() => themeCss(colours), [colours])
  useFavicon(
    workspace ? tabIcon(workspace) : site.kind === 'base' || site.kind === 'unknown' ? productIcon : null,
  )
  return (
    <ThemeProvider
      theme={theme}
      defaultMode="system"
      modeStorageKey={modeKey}
      storageManager={themeStorage}
      disableTransitionOnChange
    >
      <CssBaseline enableColorScheme />
      {css ? <style data-workspace-theme="">{css}</style> : null}
      {children}
    </ThemeProvider>
  )
}

const productIcon = '/favicon.svg'

/** `address`: null where it is not known yet, and the page keeps what it came with. */
function useFavicon(address: string | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || address === null || link.getAttribute('href') === address) return
    // Its type was the product's icon's.
    link.removeAttribute('type')
    link.referrerPolicy = 'no-referrer'
    link.href = address
  }, [address])
}
