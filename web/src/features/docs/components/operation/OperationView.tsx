import { type ReactNode, useMemo, useState } from 'react'
import type { Operation } from '../../model/types.ts'
import { sampleRequest, serverUrl } from '../../samples/request.ts'
import { ExternalDocsLink } from '../ExternalDocsLink.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { BodySection } from './BodySection.tsx'
import { CallbacksSection } from './CallbacksSection.tsx'
import { CodeSamples } from './CodeSamples.tsx'
import { Columns } from './Columns.ts'
import { Endpoint } from './Endpoint.tsx'
import { ExampleBlock } from './ExampleBlock.tsx'
import { ParamSections } from './ParamSections.tsx'
import { ResponsesSection } from './ResponsesSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { type ServerChoice, ServerSelect } from './ServerSelect.tsx'
import { useResponseCode } from './use-response-code.ts'

/** An operation or a webhook: what it takes and gives on the left, how to call it on the right. */
export function OperationView({ operation, header }: { operation: Operation; header: ReactNode }) {
  const doc = useMemo(() => ({ bundle: operation.__bundled__ ?? {} }), [operation])
  const [server, setServer] = useState<ServerChoice>({ index: 0, variables: {} })
  const [mediaType, setMediaType] = useState<string>()
  const [example, setExample] = useState<unknown>()
  const responses = operation.responses ?? []
  const [code, setCode] = useResponseCode(responses.map((response) => response.code))
  const servers = operation.servers ?? []
  const chosen = servers[server.index]
  const address = chosen ? serverUrl(chosen, server.variables) : ''
  const request = useMemo(
    () => sampleRequest(operation, { server: address, example, ...(mediaType && { mediaType }) }),
    [operation, address, mediaType, example],
  )
  const body = operation.request?.body
  const content = body?.contents?.find((one) => one.mediaType === mediaType) ?? body?.contents?.[0]
  const answer = responses.find((response) => response.code === code)?.contents?.[0]
  const isCall = operation.path !== undefined
  const pickMediaType = (next: string): void => {
    setMediaType(next)
    setExample(undefined)
  }
  return (
    <Columns>
      <div className="main">
        {header}
        <Endpoint
          method={operation.method}
          server={isCall ? address : ''}
          path={operation.path ?? operation.name ?? ''}
        />
        {operation.description ? (
          <div className="lead">
            <Markdown text={operation.description} />
          </div>
        ) : null}
        {operation.externalDocs ? <ExternalDocsLink docs={operation.externalDocs} /> : null}
        <SecuritySection security={operation.security ?? []} />
        <ParamSections request={operation.request ?? {}} doc={doc} />
        {body ? (
          <BodySection body={body} doc={doc} mediaType={mediaType} onMediaType={pickMediaType} />
        ) : null}
        <ResponsesSection responses={responses} doc={doc} code={code} onCode={setCode} />
        <CallbacksSection callbacks={operation.callbacks ?? []} doc={doc} />
      </div>
      <aside className="side" aria-label="Samples">
        {isCall && servers.length > 0 ? (
          <ServerSelect servers={servers} choice={server} onChange={setServer} />
        ) : null}
        {isCall ? <CodeSamples request={request} /> : null}
        {content ? (
          <ExampleBlock
            key={content.mediaType}
            title="Request example"
            content={content}
            doc={doc}
            direction="request"
            onPick={setExample}
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
      </aside>
    </Columns>
  )
}
