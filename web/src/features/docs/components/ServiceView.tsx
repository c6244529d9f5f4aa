import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { Server, ServiceData, Tag } from '../model/types.ts'
import type { Fact } from '../schema/facts.ts'
import { isGroup, isNode, type TocEntry, type TocNode } from '../toc/types.ts'
import { AboutSection } from './AboutSection.tsx'
import { ExternalDocsLink } from './ExternalDocsLink.tsx'
import { Markdown } from './markdown/Markdown.tsx'
import { OperationList } from './OperationList.tsx'
import { NodeSection } from './operation/NodeSection.tsx'
import { SecuritySection } from './operation/SecuritySection.tsx'
import { Rows } from './ServiceRows.ts'
import { SchemaFacts } from './schema/SchemaFacts.tsx'
import { useMock } from './use-mock.ts'

const Page = styled('div')({ maxWidth: 860 })

const Lead = styled('p')({ margin: '0 0 16px', fontSize: typeSizes.h3, color: 'var(--docs-muted)' })

interface Props {
  service: ServiceData
  header: ReactNode
  /** The entries of the table of contents that belong to this API. */
  entries: readonly TocEntry[]
}

/** An API at a glance: what it is, where it runs, how to sign in, what it offers. */
export function ServiceView({ service, header, entries }: Props) {
  const mock = useMock(true)
  const servers = [...(service.servers ?? []), ...(mock ? [mock] : [])]
  // Listed each by itself: which of them an operation needs stands with the operation.
  const schemes = (service.securitySchemes ?? []).map((scheme) => [scheme])
  return (
    <Page>
      {header}
      {service.summary ? <Lead>{service.summary}</Lead> : null}
      {service.description ? <Markdown text={service.description} anchors /> : null}
      {service.externalDocs ? <ExternalDocsLink docs={service.externalDocs} /> : null}
      {servers.length > 0 ? (
        <NodeSection title="Servers">
          <Rows>
            {servers.map((server) => (
              <ServerRow key={`${server.url} ${server.description}`} server={server} />
            ))}
          </Rows>
        </NodeSection>
      ) : null}
      <SecuritySection security={schemes} title="Authentication" apart />
      <AboutSection service={service} />
      <OperationSections entries={entries} tags={service.tags ?? []} />
    </Page>
  )
}

function ServerRow({ server }: { server: Server }) {
  const variables = Object.entries(server.variables ?? {})
  return (
    <li>
      <code>{server.url}</code>
      <CopyButton text={server.url} label="Copy address" />
      {server.description ? <span className="muted">{server.description}</span> : null}
      {variables.map(([name, { default: value, enum: values, description }]) => {
        const facts: Fact[] = [
          { label: `{${name}}`, values: [...new Set([value ?? '', ...(values ?? [])])].filter(Boolean) },
        ]
        return (
          <div className="whole" key={name}>
            <SchemaFacts facts={facts} />
            {description ? <Markdown text={description} compact /> : null}
          </div>
        )
      })}
    </li>
  )
}

function OperationSections({ entries, tags }: { entries: readonly TocEntry[]; tags: readonly Tag[] }) {
  const isOperation = (entry: TocEntry): entry is TocNode =>
    isNode(entry) && (entry.type === 'http_operation' || entry.type === 'http_webhook')
  const loose = entries.filter(isOperation)
  const groups = entries.filter(isGroup)
  const titles = new Set(groups.map((group) => group.title))
  // What is said of a tag stands even where no operation carries it.
  const unused = tags.filter((tag) => !titles.has(titleOf(tag)) && (tag.description || tag.externalDocs))
  return (
    <>
      {loose.length > 0 ? (
        <NodeSection title="Operations">
          <OperationList operations={loose} />
        </NodeSection>
      ) : null}
      {groups.map((group) => {
        const operations = group.items.filter(isOperation)
        const tag = tags.find((candidate) => titleOf(candidate) === group.title)
        return operations.length > 0 ? (
          <NodeSection key={group.title} title={group.title}>
            {tag ? <TagText tag={tag} /> : null}
            <OperationList operations={operations} />
          </NodeSection>
        ) : null
      })}
      {unused.map((tag) => (
        <NodeSection key={tag.name} title={titleOf(tag)}>
          <TagText tag={tag} />
        </NodeSection>
      ))}
    </>
  )
}

/** What the contents call a tag. */
const titleOf = (tag: Tag): string => tag['x-displayName'] || tag.name

function TagText({ tag }: { tag: Tag }) {
  return (
    <>
      {tag.description ? <Markdown text={tag.description} /> : null}
      {tag.externalDocs ? <ExternalDocsLink docs={tag.externalDocs} /> : null}
    </>
  )
}
