// Which headers of a reader's request go on to another server: what belongs to the connection, says where a request came
// from, or would speak in our name stays here.

const connection = [
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect'],
  ...['content-length', 'accept-encoding', 'http2-settings', 'via', 'sec-.*', 'proxy-.*'],
]
// What proxies write of a client and its request, by whichever product: servers behind one believe it.
const whoAsks = [
  ...['forwarded', 'x-forwarded.*', 'x-real-.*', 'x-client-.*', '(wl-)?proxy-client-.*', '(.*-)?client-ip'],
  ...[
    '(.*-)?connecting-ip',
    '(.*-)?clientip',
    '(.*-)?real-ip',
    'x-(originating|source|remote|proxyuser)-?(ip|addr|host|port|user|groups)',
  ],
  ...[
    'remote-(addr|host|user|groups|name|email)',
    'x-remoteip',
    'x-cluster-.*',
    'x-envoy-.*',
    'fastly-.*',
    'cf-.*',
    'cdn-.*',
  ],
  ...[
    'fly-.*',
    'incap-.*',
    'akamai-.*',
    'x-akamai-.*',
    'x-azure-.*',
    'x-appengine-.*',
    'x-vercel-.*',
    'x-nginx-.*',
    'x-arr-.*',
  ],
  ...[
    'x-authenticated-.*',
    'x-auth-request-.*',
    'x-goog-(authenticated|iap).*',
    'x-ms-client-principal.*',
    'x-amzn-oidc-.*',
  ],
  ...['(x-)?ssl-.*', 'x-scheme', 'x-url-scheme', 'front-end-https', 'x-host', 'x-http-host-override'],
]
// Another request than the one that was judged.
const otherRequest = ['x-original-.*', 'x-rewrite-.*', 'x-http-method(-override)?', 'x-method-override']
// What the metadata services of clouds want to see, so that no page and no proxy asks them.
const clouds = ['metadata', 'metadata-flavor', 'x-google-metadata.*', 'x-aws-ec2-metadata.*']
const ours = ['sb-.*', 'x-waymark-.*', 'waymark-.*']

const never = new RegExp(
  `^(?:${[...connection, ...whoAsks, ...otherRequest, ...clouds, ...ours].join('|')})$`,
)

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// What ends a line, or is no byte.
const unwritable = /[^\t\x20-\x7e\x80-\xff]/

/** Whether a header can be written at all. */
export function isHeader(name: string, value: string): boolean {
  return token.test(name) && !unwritable.test(value)
}

/** Whether a header goes along. Servers behind CGI read `_` as `-`. */
export function isPassedOn(name: string): boolean {
  return !never.test(name.toLowerCase().replaceAll('_', '-'))
}
