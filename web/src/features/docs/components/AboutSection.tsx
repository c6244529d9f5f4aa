import type { ReactNode } from 'react'
import type { ServiceData } from '../model/types.ts'
import { TextLink } from './markdown/links.tsx'
import { NodeSection } from './operation/NodeSection.tsx'
import { Rows } from './ServiceRows.ts'

/** Who answers for an API, and under which terms it may be used. */
export function AboutSection({ service }: { service: ServiceData }) {
  const { contact, license, termsOfService, specification, jsonSchemaDialect } = service
  const lines: [label: string, value: ReactNode][] = [
    ['Contact', contact?.url ? link(contact.url, contact.name) : contact?.name],
    ['E-mail', contact?.email && link(`mailto:${contact.email}`, contact.email)],
    ['License', license && (license.url ? link(license.url, license.name) : license.name)],
    ['License identifier', license?.identifier],
    ['Terms', termsOfService && link(termsOfService, 'Terms of service')],
    ['Written in', specification],
    ['Schema dialect', jsonSchemaDialect],
  ]
  const said = lines.filter(([, value]) => value)
  if (said.length === 0) return null
  return (
    <NodeSection title="About">
      <Rows>
        {said.map(([label, value]) => (
          <li key={label}>
            <span className="muted">{label}</span>
            {value}
          </li>
        ))}
      </Rows>
    </NodeSection>
  )
}

const link = (href: string, text: string | undefined): ReactNode => (
  <TextLink href={href}>{text || href}</TextLink>
)
