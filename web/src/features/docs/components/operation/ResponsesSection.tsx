import { useState } from 'react'
import type { OperationResponse } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { Mark, statusTone } from '../Mark.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { SchemaTree } from '../schema/SchemaTree.tsx'
import { TabSet } from '../TabSet.tsx'
import { MediaTypeSelect } from './MediaTypeSelect.tsx'
import { NodeSection } from './NodeSection.tsx'
import { ParamRows } from './ParamSections.tsx'

interface Props {
  responses: OperationResponse[]
  doc: SchemaDoc
  code: string | undefined
  onCode: (code: string) => void
}

/** What comes back, a tab for each status. */
export function ResponsesSection({ responses, doc, code, onCode }: Props) {
  if (responses.length === 0) return null
  const pages = responses.map((response) => ({
    key: response.code,
    title: <Mark tone={statusTone(response.code)}>{response.code}</Mark>,
    content: <ResponseBody response={response} doc={doc} />,
  }))
  return (
    <NodeSection title="Responses" id="responses">
      <TabSet pages={pages} label="Responses by status" onChange={onCode} {...(code && { active: code })} />
    </NodeSection>
  )
}

function ResponseBody({ response, doc }: { response: OperationResponse; doc: SchemaDoc }) {
  const contents = response.contents ?? []
  const headers = response.headers ?? []
  const [mediaType, setMediaType] = useState(contents[0]?.mediaType)
  const content = contents.find((candidate) => candidate.mediaType === mediaType) ?? contents[0]
  return (
    <div>
      {response.description ? <Markdown text={response.description} /> : null}
      {headers.length > 0 ? (
        <>
          <h3 className="subtitle">Headers</h3>
          <ParamRows params={headers} doc={doc} />
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
              onChange={setMediaType}
              label="Response content type"
            />
          </h3>
          {content.schema !== undefined ? (
            <SchemaTree key={content.mediaType} schema={content.schema} doc={doc} />
          ) : null}
        </>
      ) : null}
      {!content && !response.description && headers.length === 0 ? (
        <p className="note">This response has no body.</p>
      ) : null}
    </div>
  )
}
