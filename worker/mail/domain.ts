// The mail about a custom domain that is served no more, to those who may change the settings.
import type { Letter } from './letter.ts'
import type { Place } from './place.ts'

export interface DomainOffData {
  domain: string
  proof: string
  route: string
}

/** A custom domain was switched off because of what DNS says. */
export function domainOffMail({ domain, proof, route }: DomainOffData, { brand, name }: Place): Letter {
  const why = [
    ...(proof === 'found' ? [] : [PROOF[proof] ?? '']),
    ...(route === 'found' ? [] : [ROUTE[route] ?? '']),
  ].filter(Boolean)
  return {
    subject: `${domain} was switched off`,
    title: `${domain} was switched off`,
    intro: [
      `The workspace ${name} is no longer served at ${domain}, so that nobody else can be taken for it there. It is reached at its own address as before.`,
      ...why,
      'Set the DNS records again as the settings show them, and it is served again; or remove the domain there.',
    ],
    button: { label: 'Go to settings', url: `${brand.url}/admin/settings` },
    notes: ['Who was signed in at that domain has been signed out.'],
  }
}

const PROOF: Record<string, string> = {
  missing: 'The TXT record that proves the domain is gone.',
  other: 'The TXT record that proves the domain has another value.',
  unanswered: 'The name servers of the domain have not answered for three days.',
}

const ROUTE: Record<string, string> = {
  missing: 'The domain leads nowhere.',
  elsewhere: 'The domain leads to another server.',
  unanswered: 'Where the domain leads could not be found out.',
}
