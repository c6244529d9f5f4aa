import { styled } from '@mui/material/styles'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { isCalled, serverUrl } from '../../../../../../supabase/functions/_shared/domain/server-url.ts'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Operation } from '../../model/types.ts'
import type { PickedParams } from '../../samples/request.ts'
import type { TriedChoices } from '../../try-it/choices.ts'
import { useDocsSource } from '../docs-source.tsx'
import { ExternalDocsLink } from '../ExternalDocsLink.tsx'
import { lazyPart, promptPart } from '../lazy-part.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { SchemaFacts } from '../schema/SchemaFacts.tsx'
import { useMock } from '../use-mock.ts'
import { BodySection } from './BodySection.tsx'
import { Columns } from './Columns.ts'
import { Endpoint } from './Endpoint.tsx'
import { NodeSection } from './NodeSection.tsx'
import { ParamSections, type PickParam } from './ParamSections.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { ServerSelect } from './ServerSelect.tsx'
import { useResponseCode } from './use-response-code.ts'
import { useServerChoice } from './use-server-choice.ts'

const ResponsesSection = promptPart(() =>
  import('./ResponsesSection.tsx').then((module) => module.ResponsesSection),
)
const CallbacksSection = lazyPart(() =>
  import('./CallbacksSection.tsx').then((module) => module.CallbacksSection),
)
const TryIt = lazyPart(() => import('../../try-it/components/TryIt.tsx').then((module) => module.TryIt))
// What the page says comes first, how to call it follows.
const OperationSamples = promptPart(() =>
  import('./OperationSamples.tsx').then((module) => module.OperationSamples),
)

// What it says of itself, then what its path says of all that stand there.
const LEAD = ['description', 'pathSummary', 'pathDescription'] as const

const TryItButton = styled('button')({
  font: 'inherit',
  fontSize: typeSizes.note,
  fontWeight: 600,
  padding: '5px 12px',
  border: 0,
  borderRadius: 6,
  background: 'var(--mui-palette-primary-main)',
  color: 'var(--mui-palette-primary-contrastText)',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '@media print': { display: 'none' },
})

/** An operation, a webhook or a callback: what it takes and gives on the left, how to call it on the right. */
export function OperationView({ operation, header }: { operation: Operation; header: ReactNode }) {
  const doc = useMemo(() => ({ bundle: operation.__bundled__ ?? {} }), [operation])
  const [mediaType, setMediaType] = useState<string>()
  const [responseType, setResponseType] = useState<string>()
  const [params, setParams] = useState<PickedParams>({})
  const pick: PickParam = (place, name, value) => setParams({ ...params, [`${place} ${name}`]: value })
  const responses = operation.responses ?? []
  const [code, setCode] = useResponseCode(responses.map((response) => response.code))
  const { tryIt } = useDocsSource()
  const [server, chooseServer] = useServerChoice(operation.servers ?? [])
  const [isTrying, setTrying] = useState(false)
  const [tried, setTried] = useState<TriedChoices>()
  const mock = useMock(isTrying)
  const servers = [...(operation.servers ?? []), ...(mock ? [mock] : [])]
  const chosen = servers[server.index]
  const address = chosen ? serverUrl(chosen, server.variables) : ''
  const body = operation.request?.body
  const isCall = isCalled(operation)
  return (
    <Columns>
      <div className="main">
        {header}
        <Endpoint
          method={operation.method}
          server={isCall ? address : ''}
          path={operation.path ?? operation.name ?? ''}
          action={
            tryIt && isCall && !isTrying ? (
              <TryItButton type="button" onClick={() => setTrying(true)}>
                Try it
              </TryItButton>
            ) : null
          }
        />
        {operation.iid ? <SchemaFacts facts={[{ label: 'Operation ID', values: [operation.iid] }]} /> : null}
        {LEAD.map((field) =>
          operation[field] ? (
            <div className="lead" key={field}>
              <Markdown text={operation[field]} />
            </div>
          ) : null,
        )}
        {operation.externalDocs ? <ExternalDocsLink docs={operation.externalDocs} /> : null}
        <SecuritySection security={operation.security ?? []} />
        <ParamSections request={operation.request ?? {}} doc={doc} onPick={pick} />
        {body ? <BodySection body={body} doc={doc} mediaType={mediaType} onMediaType={setMediaType} /> : null}
        {responses.length > 0 ? (
          <Suspense
            // A link to a response finds its place already.
            fallback={
              <NodeSection title="Responses" id="responses">
                {null}
              </NodeSection>
            }
          >
            <ResponsesSection
              responses={responses}
              doc={doc}
              code={code}
              onCode={setCode}
              mediaType={responseType}
              onMediaType={setResponseType}
            />
          </Suspense>
        ) : null}
        {operation.callbacks?.length ? (
          <Suspense>
            <CallbacksSection callbacks={operation.callbacks} doc={doc} />
          </Suspense>
        ) : null}
      </div>
      <aside className="side" aria-label="Samples">
        {isCall && servers.length > 0 ? (
          <ServerSelect
            servers={servers}
            choice={server}
            onChange={(choice) => chooseServer(choice, servers[choice.index])}
          />
        ) : null}
        {tryIt && isTrying ? (
          <Suspense>
            <TryIt
              operation={operation}
              doc={doc}
              server={address}
              chosen={server}
              mediaType={mediaType}
              onMediaType={setMediaType}
              picked={params}
              source={tryIt}
              onChange={setTried}
              onClose={() => {
                setTrying(false)
                setTried(undefined)
              }}
            />
          </Suspense>
        ) : null}
        <Suspense>
          <OperationSamples
            operation={operation}
            doc={doc}
            server={address}
            mediaType={mediaType}
            responseType={responseType}
            params={params}
            tried={tried}
            code={code}
          />
        </Suspense>
      </aside>
    </Columns>
  )
}
