import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'

const Root = styled('section')({
  marginTop: 36,
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 10,
    paddingBottom: 8,
    marginBottom: 8,
    borderBottom: '1px solid var(--docs-border)',
  },
  '& > header > h2': { fontSize: typeSizes.h3, fontWeight: 650, margin: 0 },
  '& > header > .aside': { marginLeft: 'auto', display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
  '& > h3, & .subtitle': { fontSize: typeSizes.body2, fontWeight: 650, margin: '18px 0 4px' },
})

/** A titled part of a node's page. */
export function NodeSection({
  title,
  aside,
  children,
  id,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
  id?: string
}) {
  const own = useId()
  return (
    <Root aria-labelledby={id ?? own}>
      <header>
        <h2 id={id ?? own}>{title}</h2>
        {aside ? <div className="aside">{aside}</div> : null}
      </header>
      {children}
    </Root>
  )
}
