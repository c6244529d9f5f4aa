import type { Path } from '../../../../../../editing/types.ts'
import { isOas3 } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { Disclosure } from '../fields/Disclosure.tsx'
import { FlagField } from '../fields/FlagField.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Fields, Line } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { TextListField } from '../fields/TextListField.tsx'
import { Callbacks } from './Callbacks.tsx'
import { ExternalDocs } from './ExternalDocs.tsx'
import { Parameters } from './Parameters.tsx'
import { RequestBody } from './RequestBody.tsx'
import { Responses } from './Responses.tsx'
import { SecurityRequirements } from './SecurityRequirements.tsx'
import { ServerList } from './Servers.tsx'
import { useTagNames } from './TagList.tsx'

interface Props {
  path: Path
  /** The path of whose template it is; null for webhooks and callbacks. */
  pathItem: Path | null
  /** The response to open first. */
  response?: string | undefined
}

const renderInner = (path: Path) => <OperationView path={path} pathItem={null} />

/** One operation with all that it takes and answers. */
export function OperationView({ path, pathItem, response }: Props) {
  const { flavour } = useForm()
  const tags = useTagNames()
  return (
    <>
      <Fields>
        <TextField
          path={[...path, 'summary']}
          label="Summary"
          isStrong
          placeholder="What it does, in a few words"
        />
        <TextField path={[...path, 'operationId']} label="Operation ID" isMono placeholder="listPets" />
        <MarkdownField path={[...path, 'description']} />
        <TextListField path={[...path, 'tags']} label="Tags" noun="tag" suggestions={tags} />
        {flavour === 'oas2' ? (
          <>
            <TextListField path={[...path, 'consumes']} label="Consumes" noun="media type" />
            <TextListField path={[...path, 'produces']} label="Produces" noun="media type" />
          </>
        ) : null}
        <Line sx={{ gap: 0 }}>
          <FlagField path={[...path, 'deprecated']} label="Deprecated" />
          <FlagField path={[...path, 'x-internal']} label="Internal" />
        </Line>
      </Fields>
      <SecurityRequirements path={[...path, 'security']} title="Security" isOwn />
      <Parameters owner={path} pathItem={pathItem} />
      {isOas3(flavour) ? <RequestBody path={[...path, 'requestBody']} /> : null}
      <Responses path={[...path, 'responses']} first={response} />
      {isOas3(flavour) ? <Callbacks path={[...path, 'callbacks']} renderOperation={renderInner} /> : null}
      <FormSection title="More">
        <Disclosure label="Servers and external documentation">
          {() => (
            <>
              {isOas3(flavour) ? <ServerList path={[...path, 'servers']} title="Servers of its own" /> : null}
              <ExternalDocs path={[...path, 'externalDocs']} />
            </>
          )}
        </Disclosure>
      </FormSection>
    </>
  )
}
