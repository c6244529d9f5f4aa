import type { Path } from '../../../../../../editing/types.ts'
import { jsonCodec, keptTextCodec, looseCodec } from '../binding/codecs.ts'
import { addEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, useSelected } from '../binding/use-part.ts'
import { ComponentMenu } from '../fields/ComponentMenu.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Referable } from '../fields/Referable.tsx'
import { Fields, Line } from '../fields/style.ts'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { TextField } from '../fields/TextField.tsx'
import { TextMap } from '../fields/TextMap.tsx'
import { SchemaEditor } from '../schema/SchemaEditor.tsx'
import { ContentMap } from './ContentMap.tsx'
import { Headers, renderHeaders } from './Headers.tsx'
import { isMethod, reasonAgainstStatus, statuses, statusText } from './paths.ts'
import { StatusLabel } from './StatusLabel.tsx'

/** The answers of an operation, by their status. */
export function Responses({ path, first }: { path: Path; first?: string | undefined }) {
  const { look, run } = useForm()
  const taken = useKeys(path).map(String)
  const free = statuses.find((status) => !taken.includes(status)) ?? 'default'
  return (
    <>
      <TabbedMap
        path={path}
        title="Responses"
        noun="response"
        suggestions={statuses}
        placeholder="200"
        check={reasonAgainstStatus}
        fresh={(status) => ({ description: statusText(status) })}
        renderLabel={(status) => <StatusLabel status={status} />}
        first={first}
        extract={{ kind: 'responses', nameOf: (status) => statusText(status) || `Response ${status}` }}
      >
        {(response) => (
          <Referable path={response} kind="responses">
            <ResponseForm path={response} />
          </Referable>
        )}
      </TabbedMap>
      <Line>
        <ComponentMenu kind="responses" onPick={($ref) => run(addEdits(look, path, free, { $ref }))} />
      </Line>
    </>
  )
}

export function ResponseForm({ path }: { path: Path }) {
  const { flavour } = useForm()
  return (
    <>
      <Fields>
        <TextField
          path={[...path, 'description']}
          label="Description"
          codec={keptTextCodec}
          isRequired
          isMultiline
        />
      </Fields>
      {flavour === 'oas2' ? (
        <>
          <SchemaEditor path={[...path, 'schema']} label="Schema of the answer" />
          <Fields>
            <TextField
              path={[...path, 'examples']}
              label="Examples"
              codec={jsonCodec}
              isMono
              isMultiline
              placeholder='{ "application/json": {} }'
            />
          </Fields>
        </>
      ) : (
        <ContentMap path={[...path, 'content']} renderHeaders={renderHeaders} />
      )}
      <Headers path={[...path, 'headers']} />
      {flavour === 'oas2' ? null : <Links path={[...path, 'links']} />}
    </>
  )
}

function Links({ path }: { path: Path }) {
  return (
    <TabbedMap
      isInner
      path={path}
      title="Links"
      noun="link"
      prune={1}
      extract={{ kind: 'links' }}
      fresh={() => ({ operationId: '' })}
    >
      {(link) => (
        <Referable path={link} kind="links">
          <LinkForm path={link} />
        </Referable>
      )}
    </TabbedMap>
  )
}

export function LinkForm({ path }: { path: Path }) {
  const ids = useOperationIds()
  return (
    <Fields>
      <TextField path={[...path, 'operationId']} label="Operation ID" isMono suggestions={ids} />
      <TextField
        path={[...path, 'operationRef']}
        label="Or a reference"
        isMono
        placeholder="#/paths/~1pets~1{petId}/get"
      />
      <MarkdownField path={[...path, 'description']} />
      <TextMap
        path={[...path, 'parameters']}
        title="Parameters"
        noun="parameter"
        nameLabel="Name of the parameter"
        placeholder="$response.body#/id"
        hint="What the operation is called with: values, or expressions that take them from this answer."
        isLoose
      />
      <TextField path={[...path, 'requestBody']} label="Request body" codec={looseCodec} isMono isMultiline />
      <TextField
        path={[...path, 'server', 'url']}
        label="Server of its own"
        isMono
        prune={1}
        placeholder="https://"
      />
    </Fields>
  )
}

// Of more paths nobody reads the ids to suggest them.
const mostPaths = 400

/** The ids of the operations, for what refers to one. */
function useOperationIds(): readonly string[] {
  const { look, keys } = useForm()
  return useSelected(() => {
    const paths = keys(['paths'])
    if (paths.length > mostPaths) return []
    return paths.flatMap((path) =>
      keys(['paths', path])
        .filter(isMethod)
        .flatMap((method) => {
          const id = look(['paths', path, method, 'operationId'])
          return typeof id === 'string' ? [id] : []
        }),
    )
  })
}
