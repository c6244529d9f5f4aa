import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { rulesetShown } from '../../../../../analysis/ruleset-shown.ts'
import type { JsonValue } from '../../../../../analysis/types.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { CodeBlock } from '../components/code/CodeBlock.tsx'
import { ExternalDocsLink } from '../components/ExternalDocsLink.tsx'
import { Markdown } from '../components/markdown/Markdown.tsx'
import { NodeSection } from '../components/operation/NodeSection.tsx'
import { Rows } from '../components/ServiceRows.ts'
import { jsonText } from '../schema/json-text.ts'
import { RuleCard } from './RuleCard.tsx'

const Page = styled('div')({ maxWidth: 860, minWidth: 0 })

const Source = styled('details')({
  marginTop: 36,
  '& > summary': { cursor: 'pointer', fontSize: typeSizes.body2, fontWeight: 650, marginBottom: 8 },
})

/** A style guide: which rules it has, what they ask and where, and what it extends. */
export default function RulesetView({ data, header }: { data: JsonValue; header: ReactNode }) {
  const ruleset = rulesetShown(data)
  if (!ruleset) return <Page>{header}</Page>
  const { rules, bases, overrides, exceptions, aliases } = ruleset
  return (
    <Page>
      {header}
      {ruleset.description ? <Markdown text={ruleset.description} anchors /> : null}
      {ruleset.documentationUrl ? (
        <ExternalDocsLink docs={{ url: ruleset.documentationUrl, description: '' }} />
      ) : null}
      {bases.length > 0 ? (
        <NodeSection title="Extends">
          <Rows>
            {bases.map(({ name, which }) => (
              <li key={name}>
                <code>{name}</code>
                {which ? <span className="muted">{which}</span> : null}
              </li>
            ))}
          </Rows>
        </NodeSection>
      ) : null}
      <NodeSection title="Rules" aside={<span>{countOf(rules.length)}</span>}>
        {rules.length === 0 ? <p>It has no rules of its own.</p> : null}
        {rules.map((rule) => (
          <RuleCard key={rule.name} rule={rule} />
        ))}
      </NodeSection>
      {overrides.map(({ files, rules: own }) => (
        <NodeSection key={files.join('\n')} title="Overrides">
          <Rows>
            {files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </Rows>
          {own.map((rule) => (
            <RuleCard key={rule.name} rule={rule} />
          ))}
        </NodeSection>
      ))}
      {exceptions.length > 0 ? (
        <NodeSection title="Exceptions">
          <Rows>
            {exceptions.map(({ place, rules: off }) => (
              <li key={place}>
                <code>{place}</code>
                <span className="muted">{off.join(', ')}</span>
              </li>
            ))}
          </Rows>
        </NodeSection>
      ) : null}
      {aliases.length > 0 ? (
        <NodeSection title="Aliases">
          <Rows>
            {aliases.map(({ name, expressions }) => (
              <li key={name}>
                <code>#{name}</code>
                {expressions.map((expression) => (
                  <code key={expression} className="muted">
                    {expression}
                  </code>
                ))}
              </li>
            ))}
          </Rows>
        </NodeSection>
      ) : null}
      <Source>
        <summary>Source</summary>
        <CodeBlock code={jsonText(data, 2)} language="json" />
      </Source>
    </Page>
  )
}

const countOf = (count: number) => (count === 1 ? '1 rule' : `${count.toLocaleString('en')} rules`)
