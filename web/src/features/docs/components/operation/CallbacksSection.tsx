import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Operation } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { BodySection } from './BodySection.tsx'
import { Endpoint } from './Endpoint.tsx'
import { NodeSection } from './NodeSection.tsx'
import { ParamSections } from './ParamSections.tsx'
import { ResponsesSection } from './ResponsesSection.tsx'

const Item = styled('details')({
  border: '1px solid var(--docs-border)',
  borderRadius: 8,
  marginTop: 12,
  '& > summary': { cursor: 'pointer', padding: '10px 14px', fontWeight: 600, fontSize: typeSizes.body2 },
  '& > .body': { padding: '0 14px 14px' },
})

/** Calls that the API makes to its user in the course of the operation. */
export function CallbacksSection({ callbacks, doc }: { callbacks: Operation[]; doc: SchemaDoc }) {
  if (callbacks.length === 0) return null
  return (
    <NodeSection title="Callbacks">
      {callbacks.map((callback) => (
        <Callback key={`${callback.key} ${callback.method} ${callback.path}`} callback={callback} doc={doc} />
      ))}
    </NodeSection>
  )
}

function Callback({ callback, doc }: { callback: Operation; doc: SchemaDoc }) {
  const [open, setOpen] = useState(false)
  const [mediaType, setMediaType] = useState<string>()
  const [code, setCode] = useState<string>()
  const body = callback.request?.body
  return (
    <Item onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{callback.key ?? callback.summary ?? callback.path}</summary>
      {open ? (
        <div className="body">
          <Endpoint method={callback.method} server="" path={callback.path ?? ''} />
          {callback.description ? <Markdown text={callback.description} /> : null}
          <ParamSections request={callback.request ?? {}} doc={doc} />
          {body ? (
            <BodySection body={body} doc={doc} mediaType={mediaType} onMediaType={setMediaType} />
          ) : null}
          <ResponsesSection responses={callback.responses ?? []} doc={doc} code={code} onCode={setCode} />
        </div>
      ) : null}
    </Item>
  )
}
