// Which headers of a reader's request another server gets.
import { expect, it } from 'vitest'
import { isPassedOn } from './passed-on.ts'

it.each([
  ...['Host', 'Sec-Fetch-Site', 'Proxy-Authorization', 'X-Forwarded-For', 'X_Forwarded_For', 'Forwarded'],
  ...[
    'X-HTTP-Method-Override',
    'X-Method-Override',
    'X-Original-URL',
    'X-Cluster-Client-IP',
    'Fastly-Client-IP',
  ],
  ...[
    'X-Envoy-External-Address',
    'X-Envoy-Original-Path',
    'CF-Connecting-IP',
    'Fly-Client-IP',
    'True-Client-IP',
  ],
  ...['Remote-User', 'X-Remote-User', 'X-Auth-Request-Email', 'X-Appengine-User-Ip', 'X-SSL-Client-Cert'],
  ...['Metadata', 'Metadata-Flavor', 'X-Google-Metadata-Request', 'X-aws-ec2-metadata-token-ttl-seconds'],
])('%s stays here', (name) => expect(isPassedOn(name)).toBe(false))

it.each([
  ...[
    'Authorization',
    'X-API-Key',
    'X-Auth-Token',
    'Cookie',
    'Accept',
    'Content-Type',
    'If-None-Match',
    'Prefer',
  ],
  ...[
    'Stripe-Version',
    'X-Amz-Date',
    'x-ms-version',
    'X-Request-ID',
    'X-Tenant-Id',
    'X-GitHub-Api-Version',
    'X-Metadata-Only',
  ],
])('%s goes along', (name) => expect(isPassedOn(name)).toBe(true))
