import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Markdown } from './markdown/Markdown.tsx'

const Page = styled('article')({ maxWidth: 780 })

/** An article; the title of the node stands above unless the text opens with its own. */
export function ArticleView({ markdown, header }: { markdown: string; header: ReactNode }) {
  return (
    <Page>
      {/^\s*(?:#\s|<h1)/i.test(markdown) ? null : header}
      <Markdown text={markdown} anchors />
    </Page>
  )
}
