// How callers prove who they are.
import { oauth, type Row, secured } from './cases.ts'

export const securityRows: Row[] = [
  ['scheme.type', secured({ type: 'mutualTLS' }), 'Mutual TLS'],
  ['scheme.description', secured({ type: 'http', scheme: 'basic', description: 'Ask us' }), 'Ask us'],
  ['scheme.name', secured({ type: 'apiKey', in: 'header', name: 'X-Key' }), 'X-Key'],
  ['scheme.in', secured({ type: 'apiKey', in: 'cookie', name: 'k' }), 'API key in cookie k'],
  ['scheme.scheme', secured({ type: 'http', scheme: 'digest' }), 'HTTP digest'],
  [
    'scheme.bearerFormat',
    secured({ type: 'http', scheme: 'bearer', bearerFormat: 'PASETO' }),
    'Bearer token (PASETO)',
  ],
  [
    'scheme.flows',
    oauth({ implicit: { authorizationUrl: 'https://x.test/a', scopes: {} } }),
    'Implicit flow',
  ],
  [
    'scheme.openIdConnectUrl',
    secured({ type: 'openIdConnect', openIdConnectUrl: 'https://x.test/oidc' }),
    'https://x.test/oidc',
  ],
  ['flows.implicit', oauth({ implicit: { authorizationUrl: 'https://x.test/a', scopes: {} } }), 'Implicit'],
  ['flows.password', oauth({ password: { tokenUrl: 'https://x.test/t', scopes: {} } }), 'Password'],
  [
    'flows.clientCredentials',
    oauth({ clientCredentials: { tokenUrl: 'https://x.test/t', scopes: {} } }),
    'Client credentials',
  ],
  [
    'flows.authorizationCode',
    oauth({
      authorizationCode: { authorizationUrl: 'https://x.test/a', tokenUrl: 'https://x.test/t', scopes: {} },
    }),
    'Authorization code',
  ],
  [
    'flow.authorizationUrl',
    oauth({ implicit: { authorizationUrl: 'https://x.test/a', scopes: {} } }),
    'https://x.test/a',
  ],
  ['flow.tokenUrl', oauth({ password: { tokenUrl: 'https://x.test/t', scopes: {} } }), 'https://x.test/t'],
  [
    'flow.refreshUrl',
    oauth({ password: { tokenUrl: 'https://x.test/t', refreshUrl: 'https://x.test/r', scopes: {} } }),
    'https://x.test/r',
  ],
  [
    'flow.scopes',
    oauth({ password: { tokenUrl: 'https://x.test/t', scopes: { read: 'Reads pets' } } }, ['read']),
    'read',
    'Reads pets',
  ],
  ['requirement.name', secured({ type: 'http', scheme: 'basic' }), 'Our key'],
  [
    'requirement.scopes',
    secured({ type: 'openIdConnect', openIdConnectUrl: 'https://x.test' }, ['pets:read']),
    'Scopes: pets:read',
  ],
]
