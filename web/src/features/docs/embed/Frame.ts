import { styled } from '@mui/material/styles'
import { DocsSurface, docsBreakpoint } from '../components/docs-vars.ts'

const above = {
  '& > .parts': { display: 'block' },
  '& > .parts > .contents': {
    position: 'static',
    width: 'auto',
    height: 320,
    borderRight: 0,
    borderBottom: '1px solid var(--docs-border)',
  },
}

/** Contents and page, by the room that the element has: the page around may be wide where it is not. */
export const Frame = styled(DocsSurface)({
  containerType: 'inline-size',
  containerName: 'embed',
  '--docs-top': 'var(--waymark-top, 0px)',
  background: 'var(--docs-ground)',
  '& > .parts': { display: 'flex', alignItems: 'stretch', minWidth: 0 },
  '& > .parts > .contents': {
    position: 'sticky',
    top: 'var(--docs-top)',
    height: 'calc(100dvh - var(--docs-top))',
    flex: 'none',
    width: 'clamp(220px, 24cqw, 300px)',
    borderRight: '1px solid var(--docs-border)',
  },
  '& > .parts > .page': {
    flex: 1,
    minWidth: 0,
    padding: '24px clamp(12px, 3cqw, 32px) 40px',
    containerType: 'inline-size',
    containerName: 'docs',
  },
  '& :is(h1, h2, h3, h4, h5, h6)': { overflowWrap: 'anywhere' },
  '& :is(h1, h2, h3, h4, h5, h6)[id]': { scrollMarginTop: 'calc(var(--docs-top) + 24px)' },
  '&[data-layout="stacked"]': above,
  [`@container embed (max-width: ${docsBreakpoint - 0.02}px)`]: {
    '& > .parts': { display: 'block' },
    '& > .parts > .contents': above['& > .parts > .contents'],
  },
  '@media print': {
    containerType: 'normal',
    '& > .parts > .contents': { display: 'none' },
    '& > .parts > .page': { containerType: 'normal' },
  },
})
