import { styled } from '@mui/material/styles'
import { type ReactNode, useRef } from 'react'
import { Markdown } from './markdown/Markdown.tsx'
import { OnThisPage } from './OnThisPage.tsx'

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 780px)',
  gap: 40,
  '@container docs (min-width: 860px)': { gridTemplateColumns: 'minmax(0, 780px) minmax(150px, 220px)' },
})

/** An article, below its header. */
export function ArticleView({ markdown, header }: { markdown: string; header: ReactNode }) {
  const article = useRef<HTMLElement>(null)
  return (
    <Page>
      <article ref={article}>
        {header}
        <Markdown text={markdown} anchors />
      </article>
      <OnThisPage of={article} />
    </Page>
  )
}
