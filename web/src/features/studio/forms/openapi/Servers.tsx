import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import type { Path } from '../../../../../../editing/types.ts'
import { keptTextCodec } from '../binding/codecs.ts'
import { addEdits, appendEdits, removeEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys } from '../binding/use-part.ts'
import { AddButton } from '../fields/AddButton.tsx'
import { AddNamed } from '../fields/AddNamed.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { ItemList } from '../fields/ItemList.tsx'
import { Fields, Nothing } from '../fields/style.ts'
import { TextField } from '../fields/TextField.tsx'
import { TextListField } from '../fields/TextListField.tsx'

const numbers = (keys: readonly (string | number)[]): number[] =>
  keys.filter((key): key is number => typeof key === 'number')

/** Where the API answers, from OpenAPI 3. */
export function ServerList({ path, title = 'Servers' }: { path: Path; title?: string }) {
  const { look, run } = useForm()
  const indices = numbers(useKeys(path))
  return (
    <FormSection
      title={title}
      count={indices.length}
      actions={
        <AddButton label="Add server" onClick={() => run(appendEdits(look, path, { url: 'https://' }))} />
      }
    >
      {indices.length === 0 ? (
        <Nothing>No server: requests go to where the description came from.</Nothing>
      ) : null}
      <ItemList path={path} indices={indices} label={title} nameOf={(index) => `server ${index + 1}`}>
        {(server) => <Server path={server} />}
      </ItemList>
    </FormSection>
  )
}

function Server({ path }: { path: Path }) {
  const { look, run } = useForm()
  const variables = [...path, 'variables']
  const names = useKeys(variables).map(String)
  const add = (name: string) => {
    if (names.includes(name)) return `There is a variable “${name}” already.`
    return run(addEdits(look, variables, name, { default: '' }))?.reason ?? null
  }
  return (
    <Fields>
      <TextField
        path={[...path, 'url']}
        label="URL"
        codec={keptTextCodec}
        isRequired
        isMono
        placeholder="https://{region}.example.com/v1"
      />
      <TextField path={[...path, 'description']} label="Description" />
      {names.map((name) => (
        <Variable key={name} path={[...variables, name]} name={name} />
      ))}
      <AddNamed label="Add variable" nameLabel="Name of the new variable" placeholder="region" onAdd={add} />
    </Fields>
  )
}

function Variable({ path, name }: { path: Path; name: string }) {
  const { look, run, source } = useForm()
  return (
    <FormSection
      isInner
      title={`{${name}}`}
      actions={
        source.readOnly ? null : (
          <IconButton
            size="small"
            aria-label={`Delete the variable ${name}`}
            onClick={() => run(removeEdits(look, path, 1))}
          >
            <CloseIcon fontSize="compact" />
          </IconButton>
        )
      }
    >
      <Fields>
        <TextField path={[...path, 'default']} label="Default" codec={keptTextCodec} isRequired isMono />
        <TextListField path={[...path, 'enum']} label="Allowed values" noun="value" />
        <TextField path={[...path, 'description']} label="Description" />
      </Fields>
    </FormSection>
  )
}

const mediaTypes = ['application/json', 'application/xml', 'multipart/form-data', 'text/plain']

/** Where the API answers, in OpenAPI 2. */
export function HostFields() {
  return (
    <FormSection title="Host">
      <Fields>
        <TextField path={['host']} label="Host" isMono placeholder="api.example.com" />
        <TextField path={['basePath']} label="Base path" isMono placeholder="/v1" />
        <TextListField
          path={['schemes']}
          label="Schemes"
          noun="scheme"
          suggestions={['https', 'http', 'wss', 'ws']}
        />
        <TextListField path={['consumes']} label="Consumes" noun="media type" suggestions={mediaTypes} />
        <TextListField path={['produces']} label="Produces" noun="media type" suggestions={mediaTypes} />
      </Fields>
    </FormSection>
  )
}
