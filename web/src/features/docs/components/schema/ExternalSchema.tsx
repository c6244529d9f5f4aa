import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../../../shared/data/read.ts'
import type { DocsNode, SchemaLike } from '../../model/types.ts'
import { isSchema, refName, type SchemaDoc } from '../../schema/flatten.ts'
import { useDocsSource } from '../docs-source.tsx'
import { Folded } from './Folded.tsx'

interface Props {
  uri: string
  renderSchema: (schema: SchemaLike, doc: SchemaDoc) => ReactNode
}

/** A schema that did not fit into this node: its fields are loaded when the reader opens it. */
export function ExternalSchema({ uri, renderSchema }: Props) {
  if (!uri.startsWith('/')) return <p className="note">The reference {uri} could not be resolved.</p>
  return (
    <Folded label={`Fields of ${refName(uri)}`}>
      {() => <Loaded uri={uri} renderSchema={renderSchema} />}
    </Folded>
  )
}

function Loaded({ uri, renderSchema }: Props) {
  const source = useDocsSource()
  const query = useRead(source.nodeByUri(uri))
  if (query.isPending) return <p className="note">Loading {refName(uri)}…</p>
  if (query.isError) return <p className="note">{refName(uri)} could not be loaded.</p>
  const node = query.data
  if (!node || !isSchema(node.data))
    return <p className="note">{refName(uri)} is not part of this project.</p>
  return (
    <>
      {renderSchema(node.data, docOf(node))}
      <p className="note">
        <Link to={source.hrefOf(node.slug)}>Open the page of {node.name}</Link>
      </p>
    </>
  )
}

/** Where the references of a loaded node point. */
function docOf(node: DocsNode): SchemaDoc {
  const data = node.data as { __bundled__?: SchemaDoc['bundle'] }
  return { bundle: data.__bundled__ ?? {}, root: node.data as SchemaLike }
}
