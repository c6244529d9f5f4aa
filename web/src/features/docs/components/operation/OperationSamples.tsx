import { useMemo, useState } from 'react'
import { isCalled } from '../../../../../../supabase/functions/_shared/domain/server-url.ts'
import type { Operation } from '../../model/types.ts'
import { authoredSamples } from '../../samples/authored.ts'
import { type PickedParams, sampleRequest } from '../../samples/request.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import type { TriedChoices } from '../../try-it/choices.ts'
import { CodeSamples } from './CodeSamples.tsx'
import { ExampleBlock } from './ExampleBlock.tsx'

interface Props {
  operation: Operation
  doc: SchemaDoc
  /** Address that the samples call. */
  server: string
  mediaType: string | undefined
  responseType: string | undefined
  params: PickedParams
  /** What was typed in Try It. */
  tried: TriedChoices | undefined
  /** Status whose example shows. */
  code: string | undefined
}

/** The call as code, and examples of what goes in and comes out. */
export function OperationSamples(props: Props) {
  const { operation, doc, server, mediaType, responseType, params, tried, code } = props
  const contents = operation.request?.body?.contents ?? []
  const content = contents.find((candidate) => candidate.mediaType === mediaType) ?? contents[0]
  const [picked, setPicked] = useState<{ mediaType: string; value: unknown }>()
  const example = picked && picked.mediaType === content?.mediaType ? picked.value : undefined
  const request = useMemo(
    () => sampleRequest(operation, { server, example, params, ...(mediaType && { mediaType }), ...tried }),
    [operation, server, mediaType, example, params, tried],
  )
  const authored = useMemo(() => authoredSamples(operation), [operation])
  const answers = operation.responses?.find((response) => response.code === code)?.contents ?? []
  const answer = answers.find((candidate) => candidate.mediaType === responseType) ?? answers[0]
  return (
    <>
      {isCalled(operation) ? <CodeSamples request={request} authored={authored} /> : null}
      {content ? (
        <ExampleBlock
          key={content.mediaType}
          title="Request example"
          content={content}
          doc={doc}
          // The body of a webhook or a callback is what the API sends.
          direction={isCalled(operation) ? 'request' : 'response'}
          onPick={(value) => setPicked({ mediaType: content.mediaType, value })}
        />
      ) : null}
      {answer ? (
        <ExampleBlock
          key={`${code} ${answer.mediaType}`}
          title={`Response example ${code}`}
          content={answer}
          doc={doc}
          direction="response"
        />
      ) : null}
    </>
  )
}
