import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { ServiceData } from '../model/types.ts'
import { isGroup, isNode, type TocEntry, type TocNode } from '../toc/types.ts'
import { ExternalDocsLink } from './ExternalDocsLink.tsx'
import { TextLink } from './markdown/links.tsx'
import { Markdown } from './markdown/Markdown.tsx'
import { OperationList } from './OperationList.tsx'
import { NodeSection } from './operation/NodeSection.tsx'
import { SecuritySection } from './operation/SecuritySection.tsx'

const Page = styled('div')({ maxWidth: 860 })

const Rows = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '6px 0',
    flexWrap: 'wrap',
    fontSize: typeSizes.body2,
  },
  '& code': { fontFamily: 'var(--docs-mono)', overflowWrap: 'anywhere', minWidth: 0 },
  '& .muted': { color: 'var(--docs-muted)', fontSize: typeSizes.note },
  '& a': { color: 'var(--docs-accent)', overflowWrap: 'anywhere' },
})

interface Props {
  service: ServiceData
  header: ReactNode
  /** The entries of the table of contents that belong to this API. */
  entries: readonly TocEntry[]
}

/** An API at a glance: what it is, where it runs, how to sign in, what it offers. */
export function ServiceView({ service, header, entries }: Props) {
  const servers = service.servers ?? []
  // Listed each by itself: which of them an operation needs stands with the operation.
  const schemes = (service.securitySchemes ?? []).map((scheme) => [scheme])
  return (
    <Page>
      {header}
      {service.description ? <Markdown text={service.description} anchors /> : null}
      {service.externalDocs ? <ExternalDocsLink docs={service.externalDocs} /> : null}
      {servers.length > 0 ? (
        <NodeSection title="Servers">
          <Rows>
            {servers.map((server) => (
              <li key={`${server.url} ${server.description}`}>
                <code>{server.url}</code>
                <CopyButton text={server.url} label="Copy address" />
                {server.description ? <span className="muted">{server.description}</span> : null}
              </li>
            ))}
          </Rows>
        </NodeSection>
      ) : null}
      <SecuritySection security={schemes} title="Authentication" apart />
      <AboutSection service={service} />
      <OperationSections entries={entries} />
    </Page>
  )
}

function AboutSection({ service }: { service: ServiceData }) {
  const { contact, license, termsOfService } = service
  if (!contact?.name && !contact?.email && !contact?.url && !license && !termsOfService) return null
  return (
    <NodeSection title="About">
      <Rows>
        {contact?.name || contact?.url ? (
          <li>
            <span className="muted">Contact</span>
            {contact.url ? (
              <TextLink href={contact.url}>{contact.name || contact.url}</TextLink>
            ) : (
              contact.name
            )}
          </li>
        ) : null}
        {contact?.email ? (
          <li>
            <span className="muted">E-mail</span>
            <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>
          </li>
        ) : null}
        {license ? (
          <li>
            <span className="muted">License</span>
            {license.url ? <TextLink href={license.url}>{license.name}</TextLink> : license.name}
          </li>
        ) : null}
        {termsOfService ? (
          <li>
            <span className="muted">Terms</span>
            <TextLink href={termsOfService}>Terms of service</TextLink>
          </li>
        ) : null}
      </Rows>
    </NodeSection>
  )
}

function OperationSections({ entries }: { entries: readonly TocEntry[] }) {
  const isOperation = (entry: TocEntry): entry is TocNode =>
    isNode(entry) && (entry.type === 'http_operation' || entry.type === 'http_webhook')
  const loose = entries.filter(isOperation)
  return (
    <>
      {loose.length > 0 ? (
        <NodeSection title="Operations">
          <OperationList operations={loose} />
        </NodeSection>
      ) : null}
      {entries.filter(isGroup).map((group) => {
        const operations = group.items.filter(isOperation)
        return operations.length > 0 ? (
          <NodeSection key={group.title} title={group.title}>
            <OperationList operations={operations} />
          </NodeSection>
        ) : null
      })}
    </>
  )
}
