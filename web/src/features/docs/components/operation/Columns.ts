import { styled } from '@mui/material/styles'

/** Two columns where the page is wide enough for both, one below. Measured by the page's own width. */
export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 32,
  '& > .main > .lead': { marginTop: 20 },
  '& > .side': { display: 'grid', gap: 16, alignContent: 'start', minWidth: 0 },
  '@container docs (min-width: 840px)': {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(320px, 42%)',
    gap: 36,
    '& > .side': {
      position: 'sticky',
      top: 24,
      alignSelf: 'start',
      maxHeight: 'calc(100dvh - 48px)',
      overflowY: 'auto',
    },
  },
  '@media print': { display: 'block', '& > .side': { position: 'static', maxHeight: 'none', marginTop: 24 } },
})
