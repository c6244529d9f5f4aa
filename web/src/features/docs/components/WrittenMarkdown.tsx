import { DocsSourceProvider, detached } from './docs-source.tsx'
import { DocsSurface } from './docs-vars.ts'
import { Markdown } from './markdown/Markdown.tsx'

/** Markdown that is being written, as readers will see it. Its links lead nowhere. */
export function WrittenMarkdown({ text }: { text: string }) {
  return (
    <DocsSourceProvider value={detached}>
      <DocsSurface style={{ containerType: 'inline-size', containerName: 'docs' }}>
        <Markdown text={text} anchors />
      </DocsSurface>
    </DocsSourceProvider>
  )
}
