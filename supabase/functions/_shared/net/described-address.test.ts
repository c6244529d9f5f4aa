// Which addresses a description opens to whom: its author may have written anything, and visitors choose the variables.
import { describe, expect, it } from 'vitest'
import { givesTokens, isOnServer } from './described-address.ts'

const data = {
  servers: [
    { url: 'https://api.example.com/v1' },
    { url: 'https://{region}.example.com', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
    { url: 'https://{tenant}.api.example.com', variables: { tenant: { default: 'demo' } } },
    { url: 'https://{host}/api', variables: { host: { default: 'git.example.com' } } },
    { url: '/v1' },
    'nonsense',
    { url: 'https://a.example', variables: null },
    { url: 'https://{tenant}.example.co.uk', variables: { tenant: { default: 'demo' } } },
    { url: 'https://api.example.{zone}', variables: { zone: { default: 'com' } } },
    {
      url: 'https://{tenant}.{region}.{site}.co.uk:{port}/{path}',
      variables: {
        tenant: { default: 'demo' },
        region: { default: 'eu', enum: ['eu', 'us'] },
        site: { default: 'example' },
        port: { default: '8443' },
        path: { default: 'v1' },
      },
    },
    { url: 'https://{tenant}-api.example.com', variables: { tenant: { default: 'demo' } } },
  ],
}
const may = (address: string, index: number, variables: Record<string, string> = {}, isMember = false) =>
  isOnServer(data, new URL(address), { index, variables }, isMember)

describe('a server', () => {
  it.each<[string, number, Record<string, string>, boolean]>([
    ['https://api.example.com/v2', 0, {}, true],
    ['http://api.example.com/v1', 0, {}, false],
    ['https://api.example.com:8443/v1', 0, {}, false],
    ['https://api.example.com.evil.example/v1', 0, {}, false],
    ['https://eu.example.com/', 1, {}, true],
    ['https://us.example.com/', 1, { region: 'us' }, true],
    ['https://cn.example.com/', 1, { region: 'cn' }, false],
    ['https://us.example.com/', 1, {}, false],
    ['https://acme.api.example.com/', 2, { tenant: 'acme' }, true],
    ['https://evil.example/', 2, { tenant: 'evil.example/' }, false],
    ['https://evil.example/', 2, { tenant: 'evil.example#' }, false],
    ['https://evil.example/', 2, { tenant: 'x@evil.example/' }, false],
    ['https://git.example.com/', 3, {}, true],
    ['https://evil.org/', 3, { host: 'evil.org' }, false],
    ['https://93.184.215.14/', 3, { host: '93.184.215.14' }, false],
    ['https://api.example.com/', 0, { region: 'eu' }, false],
    ['https://acme.example.co.uk/', 7, { tenant: 'acme' }, true],
    ['https://evil.co.uk/', 7, { tenant: 'evil.co.uk/' }, false],
    ['https://acme.example.co.uk:8443/', 7, { tenant: 'acme.example.co.uk:8443/' }, false],
    ['https://evilexample.co.uk/', 7, { tenant: 'evilexample.co.uk/' }, false],
    ['https://api.example.com/', 8, { zone: 'com' }, true],
    ['https://api.example.evil.com/', 8, { zone: 'evil.com' }, false],
    ['https://acme.us.example.co.uk:8443/', 9, { tenant: 'acme', region: 'us', path: 'v2' }, true],
    ['https://demo.us.example.co.uk:8443/', 9, { region: 'us', path: 'v2' }, true],
    ['https://acme.cn.example.co.uk:8443/', 9, { tenant: 'acme', region: 'cn' }, false],
    ['https://acme.eu.evil.co.uk:8443/', 9, { tenant: 'acme', site: 'evil' }, false],
    ['https://demo.eu.evil.co.uk:8443/', 9, { site: 'evil' }, false],
    ['https://demo.eu.example.co.uk:22/', 9, { port: '22' }, false],
    ['https://acme-api.example.com/', 10, { tenant: 'acme' }, true],
    ['https://acme-admin.example.com/', 10, { tenant: 'acme-admin.example.com/' }, false],
    ['https://api.example.com/', 4, {}, false],
    ['https://api.example.com/', 5, {}, false],
    ['https://api.example.com/', 99, {}, false],
  ])('%s, server %d with %o, for a visitor: %s', (address, index, variables, expected) => {
    expect(may(address, index, variables)).toBe(expected)
  })

  it('whose host is a variable is for members, who may name their own', () => {
    expect(may('https://git.acme.org/', 3, { host: 'git.acme.org' }, true)).toBe(true)
    expect(may('https://other.org/', 3, { host: 'git.acme.org' }, true)).toBe(false)
    expect(may('https://cn.example.com/', 1, { region: 'cn' }, true)).toBe(false)
  })

  it.each([null, 'text', {}, { servers: null }, { servers: [null] }])('%o names none', (odd) => {
    expect(isOnServer(odd, new URL('https://a.example'), { index: 0, variables: {} }, true)).toBe(false)
    expect(givesTokens(odd, new URL('https://a.example'))).toBe(false)
  })
})

it('tokens are given out at the very addresses that a scheme names', () => {
  const flows = {
    clientCredentials: {
      tokenUrl: 'https://id.example.com/token',
      refreshUrl: 'https://id.example.com/again',
    },
  }
  const given = (address: string) => givesTokens({ security: [[{ key: 'a', flows }], []] }, new URL(address))
  expect(given('https://id.example.com/token')).toBe(true)
  expect(given('https://id.example.com/again')).toBe(true)
  expect(given('https://id.example.com/token/../admin')).toBe(false)
  expect(given('https://id.example.com/token?a=1')).toBe(false)
})
