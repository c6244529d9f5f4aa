import { styled } from '@mui/material/styles'
import type { IExternalDocs } from '@stoplight/types'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { TextLink } from './markdown/links.tsx'

const Line = styled('p')({
  margin: '12px 0 0',
  fontSize: typeSizes.body2,
  '& a': { color: 'var(--docs-accent)' },
})

/** Where more is written. */
export function ExternalDocsLink({ docs }: { docs: IExternalDocs }) {
  return (
    <Line>
      <TextLink href={docs.url}>{docs.description || 'More documentation'}</TextLink>
    </Line>
  )
}
