// Routes about the caller, and those that come before there is one. The matrix knows no role there: a token is asked for or not.
import { randomUUID } from 'node:crypto'
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { anyone, member, nobody, own, person, type Rule } from '../support/callers.ts'
import { accountAt } from '../support/world.ts'
import type { RouteCells } from './routes.ts'

const cell = (route: string, may: Rule, more: Partial<RouteCells> = {}): RouteCells => ({
  route,
  in: 'anywhere',
  may,
  ...more,
})

/** Open to all: what is sent is refused for what it says. */
const entry = (route: string): RouteCells => cell(route, anyone, { open: true, body: () => ({}) })
/** Nothing is there for anybody to find. */
const nothing = (route: string, params: Record<string, string>, more: Partial<RouteCells> = {}): RouteCells =>
  cell(route, nobody, { knows: nobody, params: () => params, ...more })

const anInvitation = { token: 'x'.repeat(43) }

export const accountRoutes: RouteCells[] = [
  cell('GET /openapi.json', anyone, { open: true }),
  cell('GET /users/me', person),
  cell('PATCH /users/me', person, { body: () => ({ first_name: 'Ada', last_name: 'Lovelace' }) }),
  cell('GET /auth/sessions', person),
  cell('DELETE /auth/sessions', person, { query: '?others=true' }),
  nothing('DELETE /auth/sessions/{sessionId}', { sessionId: randomUUID() }),
  cell('POST /auth/password', person, { body: () => ({ new_password: 'correct horse battery' }) }),
  cell('POST /auth/connect', member, {
    in: 'workspace',
    body: (w) => ({ workspace_integration_id: encodeId('wkintg', w.things.integrationId) }),
  }),
  {
    ...cell('DELETE /auth/external-users/{externalUserId}', own),
    in: 'account',
    params: (w, at, who) => ({ externalUserId: String(w.accounts[accountAt(who, at)]?.externalId) }),
  },
  entry('POST /auth/login'),
  entry('POST /auth/device'),
  entry('POST /auth/device/token'),
  // Of the host of a workspace; the base host has none.
  nothing('GET /auth/oauth/protected-resource', {}, { open: true }),
  nothing('GET /auth/oauth/authorization-server', {}, { open: true }),
  entry('POST /auth/oauth/register'),
  cell('POST /auth/oauth/client', person, { body: () => ({ client_id: 'nobody' }) }),
  cell('POST /auth/oauth/token', anyone, { open: true, form: { grant_type: 'none' } }),
  cell('POST /auth/oauth/revoke', anyone, { open: true, form: { token: 'none' } }),
  entry('POST /auth/signup/code'),
  entry('POST /auth/signup/workspace'),
  entry('POST /auth/signup/email/code'),
  entry('POST /auth/signup/email'),
  entry('POST /auth/find-workspaces'),
  entry('POST /auth/password/code'),
  entry('POST /auth/password/reset'),
  entry('POST /auth/authentication-url'),
  entry('POST /workspaces/has-email'),
  cell('POST /emails/confirm', person, { body: () => ({ confirmation_code: '000000' }) }),
  { ...entry('POST /workspaces/{id}/member-emails/code'), in: 'workspace' },
  { ...entry('POST /workspaces/{id}/member-emails/confirm'), in: 'workspace' },
  // Of a browser's cookie, which no token replaces: without it they ask for it.
  cell('POST /auth/access-token', anyone, { open: true }),
  cell('POST /auth/access-token/{workspaceId}', anyone, {
    open: true,
    params: (w) => ({ workspaceId: encodeId('wk', w.workspaceId) }),
  }),
  cell('POST /auth/logout', anyone, { open: true }),
  nothing('POST /auth/unsubscribe', {}, { open: true, body: () => anInvitation }),
  nothing('GET /domains/allowed', {}, { open: true, query: '?domain=nobody.example' }),
  nothing('GET /auth/invitations/{token}', anInvitation, { open: true }),
  nothing('POST /auth/invitations/{token}/accept', anInvitation, { open: true, body: () => ({}) }),
  nothing('POST /auth/invitations/{token}/decline', anInvitation, { open: true, body: () => ({}) }),
  nothing(
    'GET /auth/saml/{integrationId}/metadata',
    { integrationId: encodeId('wkintg', 9999) },
    { open: true },
  ),
  nothing(
    'POST /auth/saml/{integrationId}/acs',
    { integrationId: encodeId('wkintg', 9999) },
    { open: true, form: { SAMLResponse: 'x' } },
  ),
]
