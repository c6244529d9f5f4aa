import { Link } from 'react-router-dom'
import type { ResponseLink } from '../../model/types.ts'
import { type Fact, valueText } from '../../schema/facts.ts'
import { useDocsSource } from '../docs-source.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { SchemaFacts } from '../schema/SchemaFacts.tsx'
import { Rows, TreeRoot } from '../schema/tree-style.ts'

/** The calls that an answer leads to, and what of the answer goes into them. */
export function LinksSection({ links }: { links: readonly ResponseLink[] }) {
  const source = useDocsSource()
  return (
    <>
      <h3 className="subtitle">Links</h3>
      <TreeRoot>
        <Rows>
          {links.map((link) => (
            <li key={link.name}>
              <div className="head">
                <span className="name">{link.name}</span>
                <span className="type">
                  {link.to ? <Link to={source.hrefOfUri(link.to)}>{targetOf(link)}</Link> : targetOf(link)}
                </span>
              </div>
              {link.description ? (
                <div className="text">
                  <Markdown text={link.description} compact />
                </div>
              ) : null}
              <SchemaFacts facts={factsOf(link)} />
            </li>
          ))}
        </Rows>
      </TreeRoot>
    </>
  )
}

const targetOf = ({ operationId, operationRef }: ResponseLink): string => operationId ?? operationRef ?? ''

function factsOf({ parameters, requestBody, server }: ResponseLink): Fact[] {
  return [
    ...Object.entries(parameters ?? {}).map(([name, value]) => ({ label: name, values: [valueText(value)] })),
    ...(requestBody === undefined ? [] : [{ label: 'Request body', values: [valueText(requestBody)] }]),
    ...(server ? [{ label: 'Server', values: [server.url, server.description ?? ''].filter(Boolean) }] : []),
  ]
}
