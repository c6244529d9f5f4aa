import { styled } from '@mui/material/styles'
import type { Requirement, RuleSeverity, RuleShown } from '../../../../../analysis/ruleset-shown.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { ExternalDocsLink } from '../components/ExternalDocsLink.tsx'
import { Mark, type MarkTone } from '../components/Mark.tsx'
import { Markdown } from '../components/markdown/Markdown.tsx'
import { jsonText } from '../schema/json-text.ts'

const Card = styled('article')({
  padding: '14px 0',
  borderBottom: '1px solid var(--docs-border)',
  fontSize: typeSizes.body2,
  overflowWrap: 'anywhere',
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 10 },
  '& h3': { margin: 0, fontSize: typeSizes.body1, fontWeight: 650, fontFamily: 'var(--docs-mono)' },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'minmax(72px, auto) minmax(0, 1fr)',
    gap: '4px 16px',
    margin: '8px 0 0',
  },
  '& dt': { color: 'var(--docs-muted)' },
  '& dd': { margin: 0, display: 'grid', gap: 4 },
  '& code': { fontFamily: 'var(--docs-mono)', whiteSpace: 'pre-wrap' },
})

const tones: Record<RuleSeverity, MarkTone> = {
  error: 'bad',
  warn: 'warning',
  info: 'info',
  hint: 'neutral',
  off: 'neutral',
}

/** One rule: how bad it is, where it looks and what it asks there. */
export function RuleCard({ rule }: { rule: RuleShown }) {
  return (
    <Card>
      <header>
        <h3>{rule.name}</h3>
        <Mark tone={tones[rule.severity]}>{rule.severity}</Mark>
        {rule.formats.map((format) => (
          <Mark key={format}>{format}</Mark>
        ))}
      </header>
      {rule.description ? <Markdown text={rule.description} /> : null}
      {rule.isChange ? null : (
        <dl>
          <dt>Where</dt>
          <dd>
            {rule.given.map((expression) => (
              <code key={expression}>{expression}</code>
            ))}
          </dd>
          <dt>What</dt>
          <dd>
            {rule.requirements.map((requirement) => (
              <What key={jsonText(requirement, 0)} {...requirement} />
            ))}
          </dd>
          {rule.message ? (
            <>
              <dt>Message</dt>
              <dd>{rule.message}</dd>
            </>
          ) : null}
        </dl>
      )}
      {rule.documentationUrl ? (
        <ExternalDocsLink docs={{ url: rule.documentationUrl, description: '' }} />
      ) : null}
    </Card>
  )
}

function What({ field, name, options }: Requirement) {
  return (
    <span>
      {field === null ? null : (
        <>
          <code>{field}</code>:{' '}
        </>
      )}
      <strong>{name}</strong>
      {options === undefined ? null : (
        <>
          {' '}
          <code>{jsonText(options, 0)}</code>
        </>
      )}
    </span>
  )
}
