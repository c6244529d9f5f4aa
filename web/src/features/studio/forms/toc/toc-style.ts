import { styled } from '@mui/material/styles'

export const TocTree = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars?.palette.divider}`,
  borderRadius: 8,
  overflow: 'hidden',
  containerType: 'inline-size',
}))

/** A row; while something is dragged over it, it says where that would go. */
export const Row = styled('div')(({ theme }) => {
  const line = theme.vars?.palette.divider
  const mark = theme.vars?.palette.primary.main
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 36,
    paddingRight: 4,
    '&:not(:first-of-type)': { borderTop: `1px solid ${line}` },
    '&:hover, &:focus-within': { background: theme.vars?.palette.action.hover },
    '&[data-dragged]': { opacity: 0.5 },
    '&[data-over="before"]': { boxShadow: `inset 0 2px 0 ${mark}` },
    '&[data-over="after"]': { boxShadow: `inset 0 -2px 0 ${mark}` },
    '&[data-over="inside"]': { boxShadow: `inset 0 0 0 2px ${mark}` },
    '& .handle': { display: 'flex', alignItems: 'center', gap: 2, flex: 'none' },
    '& .handle > span': { display: 'inline-flex', cursor: 'grab', color: theme.vars?.palette.text.secondary },
    '& .title': { flex: '1 1 140px', minWidth: 0 },
    '& .uri': { flex: '1 1 140px', minWidth: 0 },
    '& .buttons': { flex: 'none' },
    '@container (max-width: 30rem)': {
      flexWrap: 'wrap',
      '& .uri': { order: 5, flex: '1 1 100%', paddingLeft: 32 },
    },
  }
})

export const Part = styled('div')({})
