import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, Suspense, useMemo } from 'react'
import { type DocsSource, DocsSourceProvider, detached } from './docs-source.tsx'
import { DocsSurface, docsBreakpoint } from './docs-vars.ts'
import { lazyPart } from './lazy-part.ts'
import { useLightPaper } from './use-light-paper.ts'

const ContentsDrawer = lazyPart(() => import('./ContentsDrawer.tsx').then((module) => module.ContentsDrawer))

// The shell's bar on screens without its sidebar: what sticks must stick below it.
const topBarHeight = 52

const Root = styled(DocsSurface)(({ theme }) => ({
  display: 'flex',
  flex: 1,
  minWidth: 0,
  alignItems: 'stretch',
  '--docs-top': `${topBarHeight}px`,
  [theme.breakpoints.up('lg')]: { '--docs-top': '0px' },
  [`@media (max-width: ${docsBreakpoint - 0.02}px)`]: { flexDirection: 'column' },
  '& > .contents': {
    position: 'sticky',
    top: 'var(--docs-top)',
    height: 'calc(100dvh - var(--docs-top))',
    flex: 'none',
    width: 'clamp(230px, 19vw, 300px)',
    borderRight: '1px solid var(--docs-border)',
    background: 'var(--docs-ground)',
  },
  '& > .bar': {
    position: 'sticky',
    top: 'var(--docs-top)',
    zIndex: 2,
    display: 'flex',
    minHeight: 45,
    padding: '6px 12px',
    borderBottom: '1px solid var(--docs-border)',
    background: 'var(--docs-ground)',
  },
  '& > .page': {
    flex: 1,
    minWidth: 0,
    containerType: 'inline-size',
    containerName: 'docs',
    '& > div': { maxWidth: 1320, margin: '0 auto', padding: '36px 32px 64px' },
    [theme.breakpoints.down('lg')]: { '& > div': { padding: '28px 24px 48px' } },
    [theme.breakpoints.down('sm')]: { '& > div': { padding: '20px 16px 40px' } },
  },
  '& :is(h1, h2, h3, h4, h5, h6)': { overflowWrap: 'anywhere' },
  // Headings reached by a link stay clear of what sticks above them, also those of texts.
  '&& :is(h1, h2, h3, h4, h5, h6)': { scrollMarginTop: 'calc(var(--docs-top) + 24px)' },
  '@media print': {
    display: 'block',
    // Nothing on paper can be pressed.
    '& > .contents, & > .bar, & .MuiIconButton-root': { display: 'none' },
    '& > .page': { containerType: 'normal' },
    '& > .page > div': { padding: 0 },
    '& :is(h1, h2, h3, h4, h5, h6)': { breakAfter: 'avoid' },
  },
}))

interface Props {
  title: string
  /** The navigation; called with what closes it where it is a drawer. */
  sidebar: (close: () => void) => ReactNode
  hrefOf: DocsSource['hrefOf']
  children: ReactNode
}

const stay = (): void => undefined

/** Frame of the docs: contents at the side, or in a drawer on a small screen. */
export function DocsFrame({ title, sidebar, hrefOf, children }: Props) {
  useLightPaper()
  const wide = useMediaQuery(`(min-width: ${docsBreakpoint}px)`, { noSsr: true })
  const source = useMemo((): DocsSource => ({ ...detached, hrefOf }), [hrefOf])
  return (
    <DocsSourceProvider value={source}>
      <Root>
        {wide ? (
          <div className="contents">{sidebar(stay)}</div>
        ) : (
          <div className="bar">
            <Suspense>
              <ContentsDrawer title={title}>{sidebar}</ContentsDrawer>
            </Suspense>
          </div>
        )}
        <div className="page">
          <div>{children}</div>
        </div>
      </Root>
    </DocsSourceProvider>
  )
}
