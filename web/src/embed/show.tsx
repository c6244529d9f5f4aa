// Documentation in the shadow root of an element.
import { CacheProvider } from '@emotion/react'
import { styled, ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Routes } from 'react-router-dom'
import { createAppTheme } from '../app/theme.ts'
import { PagePlaceProvider } from '../features/docs/components/page-place.ts'
import { showFragment } from '../features/docs/components/show-fragment.ts'
import { EmbeddedDocs } from '../features/docs/embed/EmbeddedDocs.tsx'
import { type Embedding, EmbeddingProvider } from '../features/docs/embed/embedding.ts'
import { createQueryClient } from '../shared/data/query.ts'
import { holdShareToken } from '../shared/data/share-token.ts'
import { typeSizes } from '../shared/ui/type-sizes.ts'
import { EmbedRouter } from './EmbedRouter.tsx'
import { type Mode, optionsOf, sameWhere } from './options.ts'
import type { Where } from './place.ts'
import { shadowStyles } from './sheet.ts'

export interface Shown {
  /** Reads the attributes again. */
  update(): void
  end(): void
}

/** Shows what the element's attributes ask for, in its shadow root. */
export function show(element: HTMLElement, root: ShadowRoot): Shown {
  const mount = document.createElement('div')
  root.replaceChildren(mount)
  const styles = shadowStyles(root)
  const client = createQueryClient()
  const react = createRoot(mount)
  const report: Embedding['report'] = (name, detail) =>
    element.dispatchEvent(new CustomEvent(`waymark-${name}`, { detail, bubbles: true }))
  const toTop = () => {
    if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'start' })
  }
  const place = {
    root: () => root,
    find: (id: string) => root.getElementById(id),
    note: () => undefined,
    address: () => window.location.href,
  }
  let where: Where | undefined
  const update = () => {
    const options = optionsOf(element)
    if (options.shareToken) holdShareToken(options.shareToken)
    where = where && sameWhere(where, options.where) ? where : options.where
    const embedding = { ...options.embedding, report, toTop }
    react.render(
      <StrictMode>
        <CacheProvider value={styles}>
          <QueryClientProvider client={client}>
            <Themed key={options.mode} mode={options.mode} mount={mount}>
              <PagePlaceProvider value={place}>
                <EmbeddingProvider value={embedding}>
                  <EmbedRouter where={where}>
                    <Routes>
                      <Route path="docs/:projectSlug/branches/:branchSlug/*" element={<EmbeddedDocs />} />
                      <Route path="docs/:projectSlug/*" element={<EmbeddedDocs />} />
                    </Routes>
                  </EmbedRouter>
                </EmbeddingProvider>
              </PagePlaceProvider>
            </Themed>
          </QueryClientProvider>
        </CacheProvider>
      </StrictMode>,
    )
  }
  // Links to headings are for the element, whatever the page around does with its own address.
  const onClick = (event: Event) => {
    const anchor = event.composedPath().find((target) => target instanceof HTMLAnchorElement)
    const href = anchor?.getAttribute('href') ?? ''
    if (event.defaultPrevented || !/^#[^/]/.test(href)) return
    event.preventDefault()
    showFragment(place, href)
  }
  root.addEventListener('click', onClick)
  update()
  return {
    update,
    end() {
      root.removeEventListener('click', onClick)
      react.unmount()
      client.clear()
      root.adoptedStyleSheets = []
    },
  }
}

// What the page around passes on by inheritance ends here.
const Ground = styled('div')(({ theme }) => ({
  all: 'initial',
  display: 'block',
  fontFamily: theme.typography.fontFamily,
  fontSize: typeSizes.body2,
  lineHeight: 1.5,
  textRendering: 'optimizeLegibility',
  color: theme.vars?.palette.text.primary,
  '& *, & *::before, & *::after': { boxSizing: 'border-box' },
  '& :focus-visible': { outline: `2px solid ${theme.vars?.palette.primary.main}`, outlineOffset: 2 },
  '@media (prefers-reduced-motion: reduce)': {
    '& *': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
  },
}))

function Themed({ mode, mount, children }: { mode: Mode; mount: HTMLElement; children: ReactNode }) {
  const theme = useMemo(() => createAppTheme(null, ':host'), [])
  // The library's types know it for themes of variables alone, which its usual theme is not by its type.
  const attributeOn = { colorSchemeNode: mount }
  return (
    <ThemeProvider theme={theme} defaultMode={mode} storageManager={null} {...attributeOn}>
      <Ground>{children}</Ground>
    </ThemeProvider>
  )
}
