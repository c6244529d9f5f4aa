import { DOMParser } from '@xmldom/xmldom'
import { SamlRefusal } from './refusal.ts'

export interface ResponseFacts {
  destination: string | null
  /** Where each confirmation of the subject may be brought to. */
  recipients: string[]
  assertionId: string | null
  notOnOrAfter: string | null
}

/** The part of the DOM that is read here: its types belong to browsers. */
interface XmlElement {
  localName: string
  getAttribute(name: string): string | null
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>
}

const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'

/** What stands in a response or an assertion. Throws SamlRefusal for what is no XML, or has a DOCTYPE. */
export function readResponse(xml: string): ResponseFacts {
  // Entities could read files and exhaust memory; no identity provider needs them.
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw new SamlRefusal('doctype', 'The answer of the identity provider holds a document type.')
  const broken = () => {
    throw new SamlRefusal('malformed', 'The answer of the identity provider cannot be read.')
  }
  const handler = { error: broken, fatalError: broken, warning: () => undefined }
  const root = new DOMParser({ errorHandler: handler }).parseFromString(xml, 'text/xml').documentElement as
    | XmlElement
    | undefined
  if (!root) return broken()
  const all = (name: string) => Array.from(root.getElementsByTagNameNS(assertionNs, name))
  const assertion = root.localName === 'Assertion' ? root : all('Assertion')[0]
  const confirmations = all('SubjectConfirmationData')
  return {
    destination: root.getAttribute('Destination') || null,
    recipients: confirmations.map((data) => data.getAttribute('Recipient') ?? ''),
    assertionId: assertion?.getAttribute('ID') || null,
    notOnOrAfter: confirmations[0]?.getAttribute('NotOnOrAfter') || null,
  }
}
