import { useMemo, useState } from 'react'
import type { Operation } from '../../model/types.ts'
import { sampleRequest } from '../../samples/request.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { CodeSamples } from './CodeSamples.tsx'
import { ExampleBlock } from './ExampleBlock.tsx'

interface Props {
  operation: Operation
  doc: SchemaDoc
  /** Address that the samples call. */
  server: string
  mediaType: string | undefined
  /** Status whose example shows. */
  code: string | undefined
}

/** The call as code, and examples of what goes in and comes out. */
export function OperationSamples({ operation, doc, server, mediaType, code }: Props) {
  const contents = operation.request?.body?.contents ?? []
  const content = contents.find((candidate) => candidate.mediaType === mediaType) ?? contents[0]
  const [picked, setPicked] = useState<{ mediaType: string; value: unknown }>()
  const example = picked && picked.mediaType === content?.mediaType ? picked.value : undefined
  const request = useMemo(
    () => sampleRequest(operation, { server, example, ...(mediaType && { mediaType }) }),
    [operation, server, mediaType, example],
  )
  const answer = operation.responses?.find((response) => response.code === code)?.contents?.[0]
  return (
    <>
      {operation.path === undefined ? null : <CodeSamples request={request} />}
      {content ? (
        <ExampleBlock
          key={content.mediaType}
          title="Request example"
          content={content}
          doc={doc}
          // The body of a webhook is what the API sends.
          direction={operation.path === undefined ? 'response' : 'request'}
          onPick={(value) => setPicked({ mediaType: content.mediaType, value })}
        />
      ) : null}
      {answer ? (
        <ExampleBlock
          key={code}
          title={`Response example ${code}`}
          content={answer}
          doc={doc}
          direction="response"
        />
      ) : null}
    </>
  )
}
