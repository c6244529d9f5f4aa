import type { Path } from '../../../../../../editing/types.ts'
import { Fields } from '../fields/style.ts'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { SchemaEditor } from '../schema/SchemaEditor.tsx'
import { Encoding } from './Encoding.tsx'
import { ExampleFields } from './Examples.tsx'

const mediaTypes = [
  'application/json',
  'application/problem+json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'text/plain',
  'text/html',
  'text/event-stream',
]

/** Bodies by their media types. */
export function ContentMap({ path, prune = 1 }: { path: Path; prune?: number }) {
  return (
    <TabbedMap
      isInner
      path={path}
      title="Content"
      noun="media type"
      suggestions={mediaTypes}
      placeholder="application/json"
      prune={prune}
      check={(name) =>
        /^[^\s/]+\/[^\s/]+/.test(name) ? null : 'A media type is written as application/json.'
      }
      fresh={(name) => ({ schema: { type: name.startsWith('text/') ? 'string' : 'object' } })}
      empty="No body."
    >
      {(content, name) => (
        <>
          <SchemaEditor path={[...content, 'schema']} label={`Schema of ${name}`} />
          <Fields>
            <ExampleFields path={content} />
          </Fields>
          {/^multipart\/|urlencoded$/.test(name) ? <Encoding path={content} /> : null}
        </>
      )}
    </TabbedMap>
  )
}
