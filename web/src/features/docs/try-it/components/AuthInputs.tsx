import { Select } from '../../components/Select.tsx'
import type { SecurityScheme } from '../../model/types.ts'
import { flowName, isOptional, schemeSummary } from '../../samples/security.ts'
import { signInWays } from '../../samples/sign-in.ts'
import { fitFor, type Held, holdCredential, useCredentials } from '../credentials.ts'
import type { SendForToken } from '../oauth.ts'
import { OauthInputs } from './OauthInputs.tsx'
import { SmallButton } from './style.ts'
import { ValueInput } from './ValueInput.tsx'

interface Props {
  security: SecurityScheme[][]
  /** Which way to sign in; -1 for none. */
  index: number
  onIndex: (index: number) => void
  scope: string
  /** Where the request goes, if that needs leave. */
  origin: string | null
  /** Whether a provider's page can send readers back here with a code. */
  takesCodes: boolean
  /** How tokens are asked for: a client by itself always through Waymark. */
  sendForCode: SendForToken
  sendForClient: SendForToken
}

/** What a reader signs a request with, by one of the ways that the operation names. */
export function AuthInputs({ security, index, onIndex, scope, origin, ...senders }: Props) {
  const credentials = useCredentials(scope)
  const ways = signInWays(security)
  if (ways.length === 0) return null
  const options = ways.map((schemes, at) => ({
    value: String(at),
    label: schemes.map((scheme) => scheme.key).join(' and '),
  }))
  const none = { value: '-1', label: 'No authentication' }
  const offered = isOptional(security) ? [...options, none] : options
  return (
    <fieldset>
      <legend>
        Authentication
        {offered.length > 1 ? (
          <Select
            label="Way to authenticate"
            value={String(index)}
            options={offered}
            onChange={(value) => onIndex(Number(value))}
          />
        ) : null}
      </legend>
      {(ways[index] ?? []).map((scheme) => (
        <SchemeInputs
          key={scheme.key}
          scheme={scheme}
          held={credentials[scheme.key] ?? { secret: '' }}
          onChange={(held) => holdCredential(scope, scheme.key, held)}
          origin={origin}
          {...senders}
        />
      ))}
      <span className="muted">Kept in this tab only, until the page is loaded again.</span>
    </fieldset>
  )
}

interface SchemeProps extends Pick<Props, 'origin' | 'takesCodes' | 'sendForCode' | 'sendForClient'> {
  scheme: SecurityScheme
  held: Held
  onChange: (held: Held) => void
}

function SchemeInputs({ held, onChange, ...props }: SchemeProps) {
  const { origin } = props
  const fit = fitFor(held, origin)
  const isHeldBack = origin !== null && fit !== held && Boolean(held.secret || held.user)
  return (
    <>
      <SecretInputs
        {...props}
        held={fit}
        onChange={(next) => {
          const isTyped = next.secret !== fit.secret || next.user !== fit.user
          // What is held back stays so while only the client changes.
          onChange(isTyped ? { ...next, origins: [origin ?? ''] } : { ...held, ...withoutSecret(next) })
        }}
      />
      {isHeldBack ? (
        <span className="muted" role="status">
          {held.origins?.find(Boolean)
            ? `Typed for ${held.origins.join(' and ')}`
            : 'Typed for another server'}
          . This request goes to {origin}, without it.{' '}
          <SmallButton
            type="button"
            onClick={() => onChange({ ...held, origins: [...(held.origins ?? []), origin] })}
          >
            Use it there too
          </SmallButton>
        </span>
      ) : null}
    </>
  )
}

function withoutSecret({ secret: _secret, user: _user, endsAt: _endsAt, origins: _origins, ...rest }: Held) {
  return rest
}

function SecretInputs(props: SchemeProps) {
  const { scheme, held, onChange, takesCodes } = props
  const secret = (name: string, type: string) => (
    <ValueInput
      name={name}
      type={type}
      shape={{ kind: 'line', type: 'password', nullable: false }}
      value={held.secret}
      onChange={(value) => onChange({ ...held, secret: String(value) })}
    />
  )
  if (scheme.type === 'mutualTLS')
    return <span className="muted">{schemeSummary(scheme)}: the certificate is your browser’s.</span>
  if (scheme.type === 'apiKey') return secret(scheme.name ?? scheme.key, schemeSummary(scheme))
  if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic')
    return (
      <>
        <ValueInput
          name="User name"
          type={schemeSummary(scheme)}
          shape={{ kind: 'line', type: 'text', nullable: false }}
          value={held.user ?? ''}
          onChange={(value) => onChange({ ...held, user: String(value) })}
        />
        {secret('Password', '')}
      </>
    )
  const flows = Object.entries(scheme.flows ?? {}).filter(
    // By the others a page would handle a person's password, or a token in an address.
    ([name]) => name === 'clientCredentials' || (name === 'authorizationCode' && takesCodes),
  )
  if (scheme.type !== 'oauth2' || flows.length === 0) return secret('Token', schemeSummary(scheme))
  return (
    <>
      <OauthInputs {...props} flows={flows.map(([name, flow]) => ({ name, label: flowName(name), flow }))} />
      {secret(
        'Access token',
        held.endsAt ? `until ${new Date(held.endsAt).toLocaleTimeString()}` : 'or your own',
      )}
    </>
  )
}
