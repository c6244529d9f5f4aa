import { styled } from '@mui/material/styles'
import { Fragment } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { OauthFlow, SecurityScheme } from '../../model/types.ts'
import { flowName, isOptional, schemeSummary } from '../../samples/security.ts'
import type { Fact } from '../../schema/facts.ts'
import { TextLink } from '../markdown/links.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { SchemaFacts } from '../schema/SchemaFacts.tsx'
import { NodeSection } from './NodeSection.tsx'

const Card = styled('div')({
  border: '1px solid var(--docs-border)',
  borderRadius: 8,
  padding: '12px 14px',
  display: 'grid',
  gap: 8,
  fontSize: typeSizes.body2,
  '& .line': { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'baseline' },
  '& .kind': { color: 'var(--docs-muted)', fontSize: typeSizes.note, overflowWrap: 'anywhere' },
  '& details > summary': {
    cursor: 'pointer',
    color: 'var(--docs-muted)',
    fontSize: typeSizes.note,
    fontWeight: 600,
  },
  '& dl': { margin: '6px 0 0', display: 'grid', gap: 4, fontSize: typeSizes.note, overflowWrap: 'anywhere' },
  '& dt': { fontFamily: 'var(--docs-mono)', fontSize: typeSizes.codeSmall, fontWeight: 600 },
  '& dd': { margin: '0 0 4px', color: 'var(--docs-muted)' },
})

const Or = styled('div')({
  color: 'var(--docs-muted)',
  fontSize: typeSizes.note,
  fontWeight: 600,
  padding: '6px 0 6px 14px',
})

/** What a caller must bring: alternatives, each of one scheme or of several together. */
export function SecuritySection({
  security,
  title = 'Authorization',
  apart = false,
}: {
  security: SecurityScheme[][]
  title?: string
  /** A list of schemes rather than of alternatives. */
  apart?: boolean
}) {
  const alternatives = security.filter((all) => all.length > 0)
  if (alternatives.length === 0) return null
  return (
    <NodeSection title={title} {...(isOptional(security) && { aside: <span>Optional</span> })}>
      {alternatives.map((schemes, index) => (
        <Fragment key={schemes.map((scheme) => scheme.key).join('+')}>
          {index > 0 ? <Or>{apart ? '' : 'or'}</Or> : null}
          <Card>
            {schemes.map((scheme) => (
              <Scheme key={scheme.key} scheme={scheme} />
            ))}
          </Card>
        </Fragment>
      ))}
    </NodeSection>
  )
}

/** One way to sign in, with its OAuth flows folded away. */
function Scheme({ scheme }: { scheme: SecurityScheme }) {
  return (
    <div>
      <div className="line">
        <strong>{scheme.key}</strong>
        <span className="kind">{schemeSummary(scheme)}</span>
      </div>
      {scheme.description ? <Markdown text={scheme.description} compact /> : null}
      <SchemaFacts facts={rolesOf(scheme)} />
      {scheme.openIdConnectUrl ? (
        <TextLink href={scheme.openIdConnectUrl}>{scheme.openIdConnectUrl}</TextLink>
      ) : null}
      {Object.entries(scheme.flows ?? {}).map(([name, flow]) => (
        <Flow key={name} name={name} flow={flow} />
      ))}
    </div>
  )
}

/** What a scheme without flows is asked for: OpenAPI 3.1 lists it with the requirement. */
function rolesOf({ extensions }: SecurityScheme): Fact[] {
  const scopes = extensions?.['x-scopes']
  return Array.isArray(scopes) && scopes.length > 0 ? [{ label: 'Scopes', values: scopes.map(String) }] : []
}

function Flow({ name, flow }: { name: string; flow: OauthFlow }) {
  const urls = {
    'Authorization URL': flow.authorizationUrl,
    'Token URL': flow.tokenUrl,
    'Refresh URL': flow.refreshUrl,
  }
  const scopes = Object.entries(flow.scopes ?? {})
  return (
    <details>
      <summary>
        {flowName(name)} flow
        {scopes.length > 0 ? `, ${scopes.length} ${scopes.length === 1 ? 'scope' : 'scopes'}` : ''}
      </summary>
      <dl>
        {Object.entries(urls).map(([label, url]) =>
          url ? (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{typeof url === 'string' ? url : null}</dd>
            </Fragment>
          ) : null,
        )}
        {scopes.map(([scope, text]) => (
          <Fragment key={scope}>
            <dt>{scope}</dt>
            <dd>{typeof text === 'string' ? text : null}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  )
}
