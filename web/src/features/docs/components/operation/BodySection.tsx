import { Suspense } from 'react'
import type { RequestBody } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { SchemaTree } from '../schema/SchemaTree.tsx'
import { EncodingSection } from './lazy-sections.ts'
import { MediaTypeSelect } from './MediaTypeSelect.tsx'
import { NodeSection } from './NodeSection.tsx'

/** What a request carries, by content type. */
export function BodySection({
  body,
  doc,
  mediaType,
  onMediaType,
}: {
  body: RequestBody
  doc: SchemaDoc
  mediaType: string | undefined
  onMediaType: (mediaType: string) => void
}) {
  const contents = body.contents ?? []
  const content = contents.find((candidate) => candidate.mediaType === mediaType) ?? contents[0]
  const aside = content ? (
    <MediaTypeSelect
      contents={contents}
      value={content.mediaType}
      onChange={onMediaType}
      label="Request content type"
    />
  ) : null
  return (
    <NodeSection title={body.required ? 'Request body (required)' : 'Request body'} aside={aside}>
      {body.description ? <Markdown text={body.description} /> : null}
      {content?.schema !== undefined ? (
        // Another content type is another schema: nothing of the old one stays open.
        <SchemaTree key={content.mediaType} schema={content.schema} doc={doc} />
      ) : null}
      {content?.encodings?.length ? (
        <Suspense>
          <EncodingSection encodings={content.encodings} doc={doc} />
        </Suspense>
      ) : null}
    </NodeSection>
  )
}
