import type { Path } from '../../../../../../editing/types.ts'
import { jsonCodec, keptTextCodec, looseCodec } from '../binding/codecs.ts'
import { addEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys } from '../binding/use-part.ts'
import { ComponentMenu } from '../fields/ComponentMenu.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Referable } from '../fields/Referable.tsx'
import { Fields, Line } from '../fields/style.ts'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { TextField } from '../fields/TextField.tsx'
import { SchemaEditor } from '../schema/SchemaEditor.tsx'
import { ContentMap } from './ContentMap.tsx'
import { ParameterForm } from './ParameterForm.tsx'
import { reasonAgainstStatus, statuses, statusText } from './paths.ts'
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
        <ContentMap path={[...path, 'content']} />
      )}
      <Headers path={[...path, 'headers']} />
      {flavour === 'oas2' ? null : <Links path={[...path, 'links']} />}
    </>
  )
}

export function Headers({ path }: { path: Path }) {
  const { flavour } = useForm()
  return (
    <TabbedMap
      isInner
      path={path}
      title="Headers"
      noun="header"
      placeholder="X-Rate-Limit"
      prune={1}
      fresh={() => (flavour === 'oas2' ? { type: 'string' } : { schema: { type: 'string' } })}
    >
      {(header) => (
        <Referable path={header} kind="headers">
          <ParameterForm path={header} isHeader />
        </Referable>
      )}
    </TabbedMap>
  )
}

function Links({ path }: { path: Path }) {
  return (
    <TabbedMap isInner path={path} title="Links" noun="link" prune={1} fresh={() => ({ operationId: '' })}>
      {(link) => (
        <Referable path={link} kind="links">
          <LinkForm path={link} />
        </Referable>
      )}
    </TabbedMap>
  )
}

export function LinkForm({ path }: { path: Path }) {
  return (
    <Fields>
      <TextField path={[...path, 'operationId']} label="Operation ID" isMono />
      <TextField path={[...path, 'operationRef']} label="Operation reference" isMono />
      <TextField
        path={[...path, 'parameters']}
        label="Parameters"
        codec={jsonCodec}
        isMono
        isMultiline
        placeholder='{ "petId": "$response.body#/id" }'
      />
      <TextField path={[...path, 'requestBody']} label="Request body" codec={looseCodec} isMono isMultiline />
      <MarkdownField path={[...path, 'description']} />
    </Fields>
  )
}
