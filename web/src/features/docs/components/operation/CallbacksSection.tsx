import { styled } from '@mui/material/styles'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { pointer } from '../../../../../../analysis/json.ts'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Operation } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { useDocsSource } from '../docs-source.tsx'
import { lazyPart } from '../lazy-part.ts'
import { Mark } from '../Mark.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { BodySection } from './BodySection.tsx'
import { Endpoint } from './Endpoint.tsx'
import { NodeSection } from './NodeSection.tsx'
import { ParamSections } from './ParamSections.tsx'
import { ResponsesSection } from './ResponsesSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'

const ExampleBlock = lazyPart(() => import('./ExampleBlock.tsx').then((module) => module.ExampleBlock))

const Item = styled('details')({
  border: '1px solid var(--docs-border)',
  borderRadius: 8,
  marginTop: 12,
  '& > summary': { cursor: 'pointer', padding: '10px 14px', fontWeight: 600, fontSize: typeSizes.body2 },
  '& > summary > .said': { color: 'var(--docs-muted)', fontWeight: 400 },
  '& > .body': { padding: '0 14px 14px' },
  '& > .body a': { color: 'var(--docs-accent)' },
})

/** Calls that the API makes to its user in the course of the operation. */
export function CallbacksSection({ callbacks, doc }: { callbacks: Operation[]; doc: SchemaDoc }) {
  return (
    <NodeSection title="Callbacks">
      {callbacks.map((callback) => (
        <Callback key={`${callback.key} ${callback.method} ${callback.path}`} callback={callback} doc={doc} />
      ))}
    </NodeSection>
  )
}

function Callback({ callback, doc }: { callback: Operation; doc: SchemaDoc }) {
  const source = useDocsSource()
  const [open, setOpen] = useState(false)
  const [mediaType, setMediaType] = useState<string>()
  const [responseType, setResponseType] = useState<string>()
  const [code, setCode] = useState<string>()
  const body = callback.request?.body
  const content = body?.contents?.find((one) => one.mediaType === mediaType) ?? body?.contents?.[0]
  const page = pointer('callbacks', callback.key ?? '', callback.path ?? '', callback.method)
  return (
    <Item onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {callback.key ?? callback.path}{' '}
        {callback.summary ? <span className="said">{callback.summary}</span> : null}
        {callback.deprecated ? <Mark tone="warning">Deprecated</Mark> : null}
      </summary>
      {open ? (
        <div className="body">
          <Endpoint method={callback.method} server="" path={callback.path ?? ''} />
          {callback.description ? <Markdown text={callback.description} /> : null}
          <SecuritySection security={callback.security ?? []} />
          <ParamSections request={callback.request ?? {}} doc={doc} />
          {body ? (
            <BodySection body={body} doc={doc} mediaType={mediaType} onMediaType={setMediaType} />
          ) : null}
          {content ? (
            <Suspense>
              <ExampleBlock
                key={content.mediaType}
                title="Request example"
                content={content}
                doc={doc}
                direction="response"
              />
            </Suspense>
          ) : null}
          <ResponsesSection
            responses={callback.responses ?? []}
            doc={doc}
            code={code}
            onCode={setCode}
            mediaType={responseType}
            onMediaType={setResponseType}
          />
          <p className="note">
            <Link to={source.hrefOfUri(source.uri + page)}>Open the page of {callback.key}</Link>
          </p>
        </div>
      ) : null}
    </Item>
  )
}
