// What a description may say in the headers of an answer on the app's own origin.
import { describe, expect, it } from 'vitest'
import { safeHeaders } from './response.ts'

const named = (headers: [string, string][], status = 200) => {
  const {
    'Content-Security-Policy': _csp,
    'Cross-Origin-Resource-Policy': _corp,
    ...rest
  } = safeHeaders({
    kind: 'answer',
    status,
    headers,
    mediaType: '',
    body: '',
  })
  return rest
}

describe('a mocked answer', () => {
  it.each([
    ...[
      'Set-Cookie',
      'Clear-Site-Data',
      'Refresh',
      'Content-Disposition',
      'Content-Location',
      'Content-Range',
    ],
    ...[
      'ETag',
      'Expires',
      'Last-Modified',
      'Age',
      'Cache-Control',
      'Pragma',
      'CDN-Cache-Control',
      'Surrogate-Control',
    ],
    ...[
      'Alt-Svc',
      'NEL',
      'Report-To',
      'Speculation-Rules',
      'Use-As-Dictionary',
      'Origin-Trial',
      'Server-Timing',
      'SourceMap',
    ],
    ...[
      'Access-Control-Allow-Credentials',
      'Sec-Session-Id',
      'X-Accel-Redirect',
      'X-Frame-Options',
      'X-Cache-Id',
      'X-Robots-Tag',
    ],
    ...[
      'Access-Control-Max-Page',
      'If-Match-Id',
      'HX-Redirect',
      'Connection',
      'Upgrade',
      'Location',
      'Content-Id',
    ],
  ])('sets no %s', (name) => expect(named([[name, 'x']])).toEqual({}))

  it.each([
    ...[
      'X-Total',
      'X-Rate-Limit',
      'RateLimit-Remaining',
      'Retry-After',
      'Request-Id',
      'Stripe-Version',
      'Allow',
    ],
    ...['Api-Key-Expires', 'Pagination-Total', 'Sunset', 'Warning', 'Content-Language', 'Next-Cursor'],
  ])('says %s', (name) => expect(named([[name, '1']])).toEqual({ [name]: '1' }))

  it('says where something was made, and sends nobody there', () => {
    expect(named([['Location', '/pets/7']], 201)).toEqual({ Location: '/pets/7' })
    expect(named([['Location', 'https://elsewhere.example']], 302)).toEqual({})
  })

  it('links the pages of a list and nothing that a browser would load', () => {
    const pages = '</pets?page=2>; rel="next", </pets?page=9>; rel=last'
    expect(named([['Link', pages]])).toEqual({ Link: pages })
    for (const link of [
      '</a.js>; rel=preload; as=script',
      '<https://elsewhere.example>; rel="next preconnect"',
      '</d>; rel=compression-dictionary',
      `${pages}, </b>; rel=stylesheet`,
    ])
      expect(named([['Link', link]])).toEqual({})
  })
})
