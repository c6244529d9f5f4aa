import type { Level } from './types.ts'

/** Level and sentence of a rule; `{…}` are filled in. */
export type Rule = readonly [Level, string]

/** Every rule about something else than a schema. Levels and names: docs/decisions/0082-rules-of-changes.md. */
export const RULES = {
  'endpoint-added': ['patch', 'The operation was added.'],
  'endpoint-deprecated': ['patch', 'The operation is deprecated now.'],
  'endpoint-deprecated-with-sunset': ['patch', 'The operation is deprecated now and ends on {after}.'],
  'endpoint-reactivated': ['patch', 'The operation is no longer deprecated.'],
  'api-deprecated-sunset-parse': ['major', 'The operation is deprecated, but its end, {after}, is no date.'],
  'api-path-sunset-parse': ['major', 'The operation was removed; its announced end, {before}, is no date.'],
  'api-path-removed-without-deprecation': [
    'major',
    'The operation was removed together with its path, unannounced.',
  ],
  'api-path-removed-with-deprecation': [
    'patch',
    'The operation, which was deprecated, was removed together with its path.',
  ],
  'api-path-removed-before-sunset': [
    'major',
    'The operation was removed together with its path before its announced end, {before}.',
  ],
  'api-removed-without-deprecation': ['major', 'The operation was removed, unannounced.'],
  'api-removed-with-deprecation': ['patch', 'The operation, which was deprecated, was removed.'],
  'api-removed-before-sunset': ['major', 'The operation was removed before its announced end, {before}.'],
  'sunset-deleted': [
    'major',
    'The operation is still deprecated, but its end, {before}, is no longer given.',
  ],
  'api-invalid-stability-level': [
    'major',
    'The stability level {after} is none: draft, alpha, beta and stable are.',
  ],
  'api-stability-decreased': ['major', 'The operation went from {before} to {after}: less can be relied on.'],
  'api-stability-increased': ['patch', 'The operation went from {before} to {after}.'],
  'api-operation-id-removed': ['patch', 'The operation ID {before} was removed or renamed.'],
  'api-operation-id-added': ['patch', 'The operation ID {after} was added.'],
  'api-tag-removed': ['patch', 'The tag {before} was removed from the operation.'],
  'api-tag-added': ['patch', 'The tag {after} was added to the operation.'],
  'webhook-added': ['patch', 'The webhook was added.'],
  'webhook-removed': ['major', 'The webhook was removed.'],
  'callback-added': ['patch', 'The callback {name} was added.'],
  'callback-removed': ['major', 'The callback {name} was removed.'],

  'api-server-added': ['patch', 'The server {after} was added.'],
  'api-server-removed': ['minor', 'The server {before} was removed.'],
  'api-security-added': ['patch', 'The security requirement {after} was added.'],
  'api-security-removed': ['patch', 'The security requirement {before} was removed.'],
  'api-security-scope-added': ['patch', 'The security requirement {name} asks for the scope {after} now.'],
  'api-security-scope-removed': [
    'patch',
    'The security requirement {name} no longer asks for the scope {before}.',
  ],
  'api-security-became-required': ['major', 'The operation, which anybody could call, asks for {after} now.'],
  'api-security-alternative-removed': ['minor', 'The operation can no longer be called with {before} alone.'],
  'api-global-security-alternative-removed': [
    'minor',
    'The API can no longer be called with {before} alone.',
  ],
  'api-global-security-became-required': [
    'major',
    'The API, which anybody could call, asks for {after} now.',
  ],
  'api-global-security-added': ['patch', 'The security requirement {after} was added for the whole API.'],
  'api-global-security-removed': [
    'patch',
    'The security requirement {before} was removed for the whole API.',
  ],
  'api-global-security-scope-added': [
    'patch',
    'The security requirement {name} asks for the scope {after} now, for the whole API.',
  ],
  'api-global-security-scope-removed': [
    'patch',
    'The security requirement {name} no longer asks for the scope {before}, for the whole API.',
  ],
  'api-security-component-added': ['patch', 'The security scheme {after} was added.'],
  'api-security-component-removed': ['patch', 'The security scheme {before} was removed.'],
  'api-security-component-type-changed': [
    'minor',
    'The security scheme {name} changed its type from {before} to {after}.',
  ],
  'api-security-component-location-changed': [
    'minor',
    'The security scheme {name} expects its key in another place: {before} became {after}.',
  ],
  'api-security-component-http-scheme-changed': [
    'minor',
    'The security scheme {name} changed from {before} to {after}.',
  ],
  'api-security-component-oauth-flow-added': [
    'patch',
    'The security scheme {name} has the flow {after} now.',
  ],
  'api-security-component-oauth-flow-removed': [
    'minor',
    'The security scheme {name} no longer has the flow {before}.',
  ],
  'api-security-component-oauth-url-changed': [
    'minor',
    'The authorization URL of the security scheme {name} changed from {before} to {after}.',
  ],
  'api-security-component-oauth-token-url-changed': [
    'minor',
    'The token URL of the security scheme {name} changed from {before} to {after}.',
  ],
  'api-security-component-oauth-refresh-url-changed': [
    'minor',
    'The refresh URL of the security scheme {name} changed from {before} to {after}.',
  ],
  'api-security-component-openid-url-changed': [
    'minor',
    'The OpenID Connect URL of the security scheme {name} changed from {before} to {after}.',
  ],
  'api-security-component-oauth-scope-added': [
    'patch',
    'The security scheme {name} knows the scope {after} now.',
  ],
  'api-security-component-oauth-scope-removed': [
    'patch',
    'The security scheme {name} no longer knows the scope {before}.',
  ],
  'api-security-component-oauth-scope-changed': [
    'patch',
    'The security scheme {name} describes the scope {after} differently.',
  ],
  'api-version-not-bumped': ['patch', 'There are breaking changes, but the version is still {after}.'],
  'api-version-decreased': [
    'patch',
    'There are breaking changes, but the version went down from {before} to {after}.',
  ],
  'api-major-version-not-bumped': [
    'patch',
    'There are breaking changes, but {before} and {after} have the same major version.',
  ],

  'new-request-path-parameter': ['major', 'The {place} was added.'],
  'new-required-request-parameter': ['major', 'The required {place} was added.'],
  'new-optional-request-parameter': ['patch', 'The optional {place} was added.'],
  'new-required-request-default-parameter-to-existing-path': [
    'major',
    'The required {place} was added to the whole path.',
  ],
  'new-optional-request-default-parameter-to-existing-path': [
    'patch',
    'The optional {place} was added to the whole path.',
  ],
  'request-parameter-removed': ['minor', 'The {place} was removed.'],
  'request-parameter-removed-with-deprecation': ['patch', 'The {place}, which was deprecated, was removed.'],
  'request-parameter-removed-before-sunset': [
    'major',
    'The {place} was removed before its announced end, {before}.',
  ],
  'request-parameter-sunset-parse': ['major', 'The announced end of the {place}, {after}, is no date.'],
  'request-parameter-became-required': ['major', 'The {place} became required.'],
  'request-parameter-became-optional': ['patch', 'The {place} became optional.'],
  'request-parameter-deprecated': ['patch', 'The {place} is deprecated now.'],
  'request-parameter-reactivated': ['patch', 'The {place} is no longer deprecated.'],
  'request-parameter-sunset-deleted': [
    'major',
    'The {place} is still deprecated, but its end, {before}, is no longer given.',
  ],
  'request-parameter-style-changed': [
    'major',
    'The {place} is written in another style: {before} became {after}.',
  ],
  'request-parameter-explode-changed': [
    'major',
    'Lists and objects of the {place} are written differently: explode {before} became {after}.',
  ],
  'request-parameter-empty-value-allowed': ['patch', 'The {place} may be empty now.'],
  'request-parameter-empty-value-forbidden': ['major', 'The {place} may no longer be empty.'],
  'request-parameter-reserved-allowed': ['patch', 'The {place} may hold reserved characters now.'],
  'request-parameter-reserved-forbidden': ['major', 'The {place} may no longer hold reserved characters.'],

  'request-body-added-required': ['major', 'A required request body was added.'],
  'request-body-added-optional': ['patch', 'An optional request body was added.'],
  'request-body-removed': ['major', 'The request body was removed.'],
  'request-body-became-required': ['major', 'The request body became required.'],
  'request-body-became-optional': ['patch', 'The request body became optional.'],
  'request-body-media-type-added': ['patch', 'The request body may be {after} now.'],
  'request-body-media-type-removed': ['major', 'The request body can no longer be {before}.'],
  'request-body-media-type-schema-added': ['major', 'The request body as {name} has a schema now.'],
  'request-body-media-type-schema-removed': ['patch', 'The request body as {name} no longer has a schema.'],

  'response-success-status-added': ['patch', 'The response {after} was added.'],
  'response-success-status-removed': ['major', 'The response {before} was removed.'],
  'response-non-success-status-added': ['patch', 'The error response {after} was added.'],
  'response-non-success-status-removed': ['patch', 'The error response {before} was removed.'],
  'response-media-type-added': ['patch', 'The response {name} may be {after} now.'],
  'response-media-type-removed': ['major', 'The response {name} is no longer {before}.'],
  'response-media-type-name-changed': [
    'patch',
    'The media type {before} of the response {name} is written {after} now.',
  ],
  'response-media-type-name-generalized': [
    'major',
    'The media type {before} of the response {name} became the wider {after}.',
  ],
  'response-media-type-name-specialized': [
    'patch',
    'The media type {before} of the response {name} became the narrower {after}.',
  ],
  'response-body-media-type-schema-added': ['patch', 'The response {name} has a schema now.'],
  'response-body-media-type-schema-removed': ['minor', 'The response {name} no longer has a schema.'],
  'response-header-added': ['patch', 'The {place} was added.'],
  'required-response-header-removed': ['major', 'The {place}, which was always sent, was removed.'],
  'optional-response-header-removed': ['minor', 'The optional {place} was removed.'],
  'response-header-became-optional': ['major', 'The {place} is no longer always sent.'],
  'response-header-became-required': ['patch', 'The {place} is always sent now.'],

  'api-added': ['patch', 'The API was added.'],
  'api-removed': ['major', 'The API was removed.'],
  'api-schema-added': ['patch', 'The model {name} was added.'],
  'api-schema-removed': ['patch', 'The model {name} was removed.'],
  'model-added': ['patch', 'The model was added.'],
  'model-removed': ['major', 'The model was removed.'],
  'article-added': ['patch', 'The article was added.'],
  'article-changed': ['patch', 'The article was changed.'],
  'article-removed': ['patch', 'The article was removed.'],
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
