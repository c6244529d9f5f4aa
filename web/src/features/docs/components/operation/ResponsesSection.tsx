import { Suspense } from 'react'
import type { OperationResponse } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { Mark, statusTone } from '../Mark.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { SchemaTree } from '../schema/SchemaTree.tsx'
import { TabSet } from '../TabSet.tsx'
import { EncodingSection, LinksSection } from './lazy-sections.ts'
import { MediaTypeSelect } from './MediaTypeSelect.tsx'
import { NodeSection } from './NodeSection.tsx'
import { ParamRows } from './ParamSections.tsx'

interface Media {
  mediaType: string | undefined
  onMediaType: (mediaType: string) => void
}

interface Props extends Media {
  responses: OperationResponse[]
  doc: SchemaDoc
  code: string | undefined
  onCode: (code: string) => void
}

/** What comes back, a tab for each status. The content type that a reader chose holds for all of them. */
export function ResponsesSection({ responses, doc, code, onCode, ...media }: Props) {
  if (responses.length === 0) return null
  const pages = responses.map((response) => ({
    key: response.code,
    title: <Mark tone={statusTone(response.code)}>{response.code}</Mark>,
    content: <ResponseBody response={response} doc={doc} {...media} />,
  }))
  return (
    <NodeSection title="Responses" id="responses">
      <TabSet pages={pages} label="Responses by status" onChange={onCode} {...(code && { active: code })} />
    </NodeSection>
  )
}

function ResponseBody({
  response,
  doc,
  mediaType,
  onMediaType,
}: Media & { response: OperationResponse; doc: SchemaDoc }) {
  const contents = response.contents ?? []
  const headers = response.headers ?? []
  const content = contents.find((candidate) => candidate.mediaType === mediaType) ?? contents[0]
  return (
    <div>
      {response.description ? <Markdown text={response.description} /> : null}
      {headers.length > 0 ? (
        <>
          <h3 className="subtitle">Headers</h3>
          <ParamRows params={headers} doc={doc} place="headers" />
        </>
      ) : null}
      {content ? (
        <>
          <h3
            className="subtitle"
            style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}
          >
            Body
            <MediaTypeSelect
              contents={contents}
              value={content.mediaType}
              onChange={onMediaType}
              label="Response content type"
            />
          </h3>
          {content.schema !== undefined ? (
            <SchemaTree key={content.mediaType} schema={content.schema} doc={doc} />
          ) : null}
          {content.encodings?.length ? (
            <Suspense>
              <EncodingSection encodings={content.encodings} doc={doc} />
            </Suspense>
          ) : null}
        </>
      ) : null}
      {response.links?.length ? (
        <Suspense>
          <LinksSection links={response.links} />
        </Suspense>
      ) : null}
      {!content && !response.description && headers.length === 0 ? (
        <p className="note">This response has no body.</p>
      ) : null}
    </div>
  )
}
