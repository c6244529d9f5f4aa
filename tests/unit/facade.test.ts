import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf } from '../../supabase/functions/_shared/http/client-address.ts'
import { cookieDomain, isOwnOrigin, secureCookie } from '../../supabase/functions/_shared/http/origin.ts'
import { highlighted } from '../../supabase/functions/api/model/highlight.ts'

const headers = (values: Record<string, string>) => new Headers(values)

describe('the address of the person', () => {
  const chain = headers({ 'x-forwarded-for': '198.51.100.7, 203.0.113.9, 10.0.0.1' })

  it('is what our outermost proxy saw, not what stands left of it', () => {
    expect(clientAddress(chain, 1)).toBe('10.0.0.1')
    expect(clientAddress(chain, 2)).toBe('203.0.113.9')
  })

  it('is unknown without proxies, with too short a chain, or when it is no address', () => {
    expect(clientAddress(chain, 0)).toBeNull()
    expect(clientAddress(chain, 4)).toBeNull()
    expect(clientAddress(headers({ 'x-forwarded-for': 'evil' }), 1)).toBeNull()
    expect(clientAddress(headers({}), 1)).toBeNull()
    expect(clientAddress(headers({ 'x-forwarded-for': '2001:db8::1' }), 1)).toBe('2001:db8::1')
  })
})

describe('our own sites', () => {
  const site = {
    baseUrl: new URL('https://waymark.example'),
    customOrigins: ['https://docs.customer.example'],
  }

  it('are the base host, its sub-domains and configured domains', () => {
    expect(isOwnOrigin('https://waymark.example', site)).toBe(true)
    expect(isOwnOrigin('https://demo.waymark.example', site)).toBe(true)
    expect(isOwnOrigin('https://docs.customer.example', site)).toBe(true)
    for (const foreign of [
      'http://waymark.example',
      'https://waymark.example:8443',
      'https://notwaymark.example',
      'null',
    ]) {
      expect([foreign, isOwnOrigin(foreign, site)]).toEqual([foreign, false])
    }
  })

  it('share the cookie below the base host; a custom domain has its own', () => {
    expect(cookieDomain(headers({ origin: 'https://demo.waymark.example' }), site)).toBe('waymark.example')
    expect(cookieDomain(headers({ origin: 'https://docs.customer.example' }), site)).toBeUndefined()
    expect(cookieDomain(headers({ host: 'demo.waymark.example' }), site)).toBe('waymark.example')
  })

  it('have Secure cookies everywhere but on localhost', () => {
    expect(secureCookie(site)).toBe(true)
    expect(secureCookie({ ...site, baseUrl: new URL('http://waymark.localhost:3000') })).toBe(false)
    expect(secureCookie({ ...site, baseUrl: new URL('http://waymark.internal') })).toBe(true)
  })
})

describe('a highlighted text', () => {
  it('marks the searched words and escapes everything else', () => {
    expect(highlighted('List <b>pets</b> & friends', 'pets')).toBe(
      'List &lt;b&gt;<em>pets</em>&lt;/b&gt; &amp; friends',
    )
    expect(highlighted('a & b', 'amp')).toBe('a &amp; b')
    expect(highlighted('<img onerror=x>', 'img <')).toBe('&lt;<em>img</em> onerror=x&gt;')
    expect(highlighted('plain (text)', '(')).toBe('plain (text)')
  })
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:7:1::1', '2001:db8:7:1::'],
  ['2001:0DB8:7:1:ffff:0:0:2', '2001:db8:7:1::'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['unknown', 'unknown'],
])('%s counts as the client %s', (address, client) => {
  expect(networkOf(address)).toBe(client)
})
