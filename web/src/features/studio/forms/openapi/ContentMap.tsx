import { type ReactNode, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { useKeys } from '../binding/use-part.ts'
import { AddButton } from '../fields/AddButton.tsx'
import { Fields } from '../fields/style.ts'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { FromJsonDialog } from '../schema/FromJsonDialog.tsx'
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

const json = 'application/json'

interface Props {
  path: Path
  prune?: number
  /** Of the parts of a form; parameters have none. */
  renderHeaders?: ((path: Path) => ReactNode) | undefined
}

/** Bodies by their media types. */
export function ContentMap({ path, prune = 1, renderHeaders }: Props) {
  const [isPasting, setPasting] = useState(false)
  const hasJson = useKeys(path).includes(json)
  return (
    <>
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
        actions={hasJson ? null : <AddButton label="From JSON" onClick={() => setPasting(true)} />}
      >
        {(content, name) => (
          <>
            <SchemaEditor
              path={[...content, 'schema']}
              label={`Schema of ${name}`}
              exampleOf={isJson(name) ? content : undefined}
            />
            <Fields>
              <ExampleFields path={content} />
            </Fields>
            {/^multipart\/|urlencoded$/.test(name) ? (
              <Encoding path={content} renderHeaders={renderHeaders} />
            ) : null}
          </>
        )}
      </TabbedMap>
      {isPasting ? (
        <FromJsonDialog
          path={[...path, json, 'schema']}
          exampleOf={[...path, json]}
          onClose={() => setPasting(false)}
        />
      ) : null}
    </>
  )
}

const isJson = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType)
