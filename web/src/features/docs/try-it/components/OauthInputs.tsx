import { useState } from 'react'
import { CopyButton } from '../../../../shared/ui/CopyButton.tsx'
import { Select } from '../../components/Select.tsx'
import type { OauthFlow } from '../../model/types.ts'
import { clientFor, type Held } from '../credentials.ts'
import { askByClient, askByCode, oauthMessage, providerOf, redirectUri, type SendForToken } from '../oauth.ts'
import { Field, SmallButton } from './style.ts'
import { ValueInput } from './ValueInput.tsx'

interface Props {
  flows: { name: string; label: string; flow: OauthFlow }[]
  held: Held
  onChange: (held: Held) => void
  sendForCode: SendForToken
  sendForClient: SendForToken
}

const line = { kind: 'line', type: 'text', nullable: false } as const

/** A client of the reader's own, and the token that it is given. */
export function OauthInputs({ flows, held: all, onChange, sendForCode, sendForClient }: Props) {
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const chosen = flows.find(({ name }) => name === all.flow) ?? flows[0]
  if (!chosen) return null
  const { name, flow } = chosen
  const provider = providerOf(flow, name === 'authorizationCode')
  const held = clientFor(all, provider.origins)
  const scopes = Object.entries(flow.scopes ?? {})
  const picked = held.scopes ?? scopes.map(([scope]) => scope)
  const client = { id: held.clientId ?? '', secret: held.clientSecret ?? '', scopes: picked }
  const ask = async (): Promise<void> => {
    setState({ busy: true })
    try {
      const given =
        name === 'authorizationCode'
          ? await askByCode(flow, client, sendForCode)
          : await askByClient(flow, client, sendForClient)
      const { endsAt: _old, ...rest } = held
      onChange({ ...rest, secret: given.token, ...(given.endsAt !== undefined && { endsAt: given.endsAt }) })
      setState({ busy: false })
    } catch (error) {
      setState({ busy: false, problem: oauthMessage(error) })
    }
  }
  return (
    <>
      {flows.length > 1 ? (
        <Select
          label="OAuth flow"
          value={name}
          options={flows.map((one) => ({ value: one.name, label: one.label }))}
          onChange={(next) => onChange({ ...held, flow: next })}
        />
      ) : null}
      <ValueInput
        name="Client ID"
        type={chosen.label}
        shape={line}
        value={client.id}
        onChange={(value) =>
          onChange({ ...held, clientId: String(value).trim(), provider: provider.origins })
        }
      />
      <ValueInput
        name="Client secret"
        type={name === 'authorizationCode' ? 'public clients have none' : ''}
        shape={{ ...line, type: 'password' }}
        value={client.secret}
        onChange={(value) => onChange({ ...held, clientSecret: String(value), provider: provider.origins })}
      />
      {scopes.length > 0 ? (
        <Field role="group" aria-label="Scopes">
          <span className="name">Scopes</span>
          {scopes.map(([scope, text]) => (
            <label className="check" key={scope}>
              <input
                type="checkbox"
                checked={picked.includes(scope)}
                onChange={({ target }) =>
                  onChange({
                    ...held,
                    scopes: target.checked ? [...picked, scope] : picked.filter((one) => one !== scope),
                  })
                }
              />
              <span>
                <code>{scope}</code> <span className="muted">{typeof text === 'string' ? text : ''}</span>
              </span>
            </label>
          ))}
        </Field>
      ) : null}
      {name === 'authorizationCode' ? (
        <span className="muted">
          Register <code>{redirectUri()}</code> as the redirect address of your client.{' '}
          <CopyButton text={redirectUri()} label="Copy redirect address" />
        </span>
      ) : null}
      <SmallButton type="button" disabled={state.busy || client.id === ''} onClick={() => void ask()}>
        {state.busy ? 'Waiting for the token…' : 'Get token'}
      </SmallButton>
      {provider.hosts ? <span className="muted">from {provider.hosts}</span> : null}
      {held === all ? null : (
        <span className="muted" role="status">
          The client was typed for another provider: type it again if it is for this one.
        </span>
      )}
      {state.problem ? (
        <span className="error" role="alert">
          {state.problem}
        </span>
      ) : null}
    </>
  )
}
