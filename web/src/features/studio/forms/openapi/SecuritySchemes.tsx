import { useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { keptTextCodec } from '../binding/codecs.ts'
import { addEdits, removeEdits, setEdits } from '../binding/edits.ts'
import { componentsAt } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, usePart } from '../binding/use-part.ts'
import { AddNamed } from '../fields/AddNamed.tsx'
import { ChoiceField, textChoices } from '../fields/ChoiceField.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { MarkdownField } from '../fields/MarkdownField.tsx'
import { Control, FieldLabel, FieldRow, Fields, Line, NoteButton } from '../fields/style.ts'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { TextField } from '../fields/TextField.tsx'
import { flowAddresses, flowNames, freshFlow, freshScheme, schemeTypes } from './security.ts'

const typeNames: Record<string, string> = {
  http: 'HTTP (bearer, basic …)',
  basic: 'Basic',
  apiKey: 'API key',
  oauth2: 'OAuth 2',
  openIdConnect: 'OpenID Connect',
  mutualTLS: 'Mutual TLS',
}

/** How callers say who they are: every scheme of the description. */
export function SecuritySchemes() {
  const { flavour } = useForm()
  const path = componentsAt(flavour, 'securitySchemes')
  return (
    <TabbedMap
      path={path}
      title="Security schemes"
      noun="security scheme"
      placeholder="bearer"
      prune={flavour === 'oas2' ? 1 : 2}
      fresh={() => freshScheme(flavour === 'oas2' ? 'basic' : 'http', flavour)}
      empty="No security scheme: everybody may call."
    >
      {(scheme) => <SchemeForm path={scheme} />}
    </TabbedMap>
  )
}

/** One scheme: another kind begins with what that kind needs. */
export function SchemeForm({ path }: { path: Path }) {
  const { flavour, run, look, source } = useForm()
  const { value: type, problem } = usePart([...path, 'type'])
  const id = `scheme-${path.join('-')}`
  const become = (next: string) => {
    const description = look([...path, 'description'])
    run(
      setEdits(look, path, {
        ...freshScheme(next, flavour),
        ...(description !== undefined && { description }),
      }),
    )
  }
  return (
    <Fields>
      <FieldRow>
        <FieldLabel htmlFor={id}>Type</FieldLabel>
        <Control>
          <select
            id={id}
            value={String(type)}
            disabled={source.readOnly || problem !== null}
            onChange={(event) => become(event.target.value)}
          >
            {schemeTypes(flavour).includes(String(type)) ? null : (
              <option value={String(type)}>{String(type)}</option>
            )}
            {schemeTypes(flavour).map((one) => (
              <option key={one} value={one}>
                {typeNames[one]}
              </option>
            ))}
          </select>
        </Control>
      </FieldRow>
      {type === 'apiKey' ? (
        <>
          <TextField path={[...path, 'name']} label="Name" codec={keptTextCodec} isRequired isMono />
          <ChoiceField
            path={[...path, 'in']}
            label="Sent in"
            choices={flavour === 'oas2' ? keyPlaces2 : keyPlaces}
          />
        </>
      ) : null}
      {type === 'http' ? (
        <>
          <TextField
            path={[...path, 'scheme']}
            label="Scheme"
            codec={keptTextCodec}
            isRequired
            isMono
            suggestions={httpSchemes}
          />
          <TextField path={[...path, 'bearerFormat']} label="Bearer format" placeholder="JWT" />
        </>
      ) : null}
      {type === 'openIdConnect' ? (
        <TextField
          path={[...path, 'openIdConnectUrl']}
          label="Discovery URL"
          codec={keptTextCodec}
          isRequired
          isMono
        />
      ) : null}
      {type === 'oauth2' && flavour === 'oas2' ? <Flow2 path={path} /> : null}
      {type === 'oauth2' && flavour !== 'oas2' ? <Flows path={[...path, 'flows']} /> : null}
      <MarkdownField path={[...path, 'description']} />
    </Fields>
  )
}

const httpSchemes = ['bearer', 'basic', 'digest', 'hoba', 'mutual', 'negotiate', 'scram-sha-256']
const keyPlaces = textChoices(['header', 'query', 'cookie'])
const keyPlaces2 = textChoices(['header', 'query'])
const flows = ['authorizationCode', 'clientCredentials', 'implicit', 'password']
const flows2 = ['accessCode', 'application', 'implicit', 'password'].map((value) => ({
  value,
  label: flowNames[value] ?? value,
}))

function Flows({ path }: { path: Path }) {
  return (
    <TabbedMap
      isInner
      path={path}
      title="Flows"
      noun="flow"
      suggestions={flows}
      check={(name) => (flows.includes(name) ? null : `A flow is one of ${flows.join(', ')}.`)}
      fresh={freshFlow}
      renderLabel={(name) => flowNames[name] ?? name}
    >
      {(flow, name) => <FlowFields path={flow} flow={name} />}
    </TabbedMap>
  )
}

function Flow2({ path }: { path: Path }) {
  const { value } = usePart([...path, 'flow'])
  return (
    <>
      <ChoiceField path={[...path, 'flow']} label="Flow" choices={flows2} />
      <FlowFields path={path} flow={String(value)} />
    </>
  )
}

const addressNames = {
  authorizationUrl: 'Authorization URL',
  tokenUrl: 'Token URL',
  refreshUrl: 'Refresh URL',
}

function FlowFields({ path, flow }: { path: Path; flow: string }) {
  const { flavour } = useForm()
  const addresses = flowAddresses(flow).filter((address) => flavour !== 'oas2' || address !== 'refreshUrl')
  return (
    <Fields>
      {addresses.map((address) => (
        <TextField
          key={address}
          path={[...path, address]}
          label={addressNames[address]}
          isMono
          isRequired={address !== 'refreshUrl'}
          {...(address !== 'refreshUrl' && { codec: keptTextCodec })}
        />
      ))}
      <Scopes path={[...path, 'scopes']} />
    </Fields>
  )
}

/** `scopes` is asked for by the specification, so an empty one stays. */
function Scopes({ path }: { path: Path }) {
  const { look, run, source } = useForm()
  const names = useKeys(path).map(String)
  const [isAll, setAll] = useState(false)
  const shown = isAll ? names : names.slice(0, 60)
  const add = (name: string) => {
    if (names.includes(name)) return `There is a scope “${name}” already.`
    return run(addEdits(look, path, name, ''))?.reason ?? null
  }
  return (
    <FormSection
      isInner
      title="Scopes"
      count={names.length}
      actions={
        <AddNamed label="Add scope" nameLabel="Name of the new scope" placeholder="pets:read" onAdd={add} />
      }
    >
      <Fields>
        {shown.map((name) => (
          <Line key={name} sx={{ flexWrap: 'nowrap', '& > :first-of-type': { flex: 1 } }}>
            <TextField
              path={[...path, name]}
              label={name}
              codec={keptTextCodec}
              placeholder="What it allows"
            />
            {source.readOnly ? null : (
              <NoteButton
                type="button"
                aria-label={`Delete the scope ${name}`}
                onClick={() => run(removeEdits(look, [...path, name]))}
              >
                Delete
              </NoteButton>
            )}
          </Line>
        ))}
        {shown.length < names.length ? (
          <NoteButton type="button" onClick={() => setAll(true)}>
            Show {names.length - shown.length} more
          </NoteButton>
        ) : null}
      </Fields>
    </FormSection>
  )
}
