// Security headers of everything the app's origin serves as a page.

/**
 * The content security policy of the app. Emotion writes style elements at run time, hence inline styles;
 * descriptions show pictures from anywhere, and their readers try APIs anywhere; scripts come from this origin only.
 * @param baseHost host and port of the base; workspaces live below it and call it
 */
export function contentSecurityPolicy(baseHost: string): string {
  const hosts = `http://${baseHost} https://${baseHost} http://*.${baseHost} https://*.${baseHost}`
  return Object.entries({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob: http: https:",
    'font-src': "'self' data:",
    'connect-src': `'self' http: https: ws://${baseHost} wss://${baseHost} ws://*.${baseHost} wss://*.${baseHost}`,
    'worker-src': "'self' blob:",
    'frame-src': "'self'",
    'frame-ancestors': "'self'",
    'form-action': `'self' ${hosts}`,
    'base-uri': "'self'",
    'object-src': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}

/**
 * The headers of a page. A provider's page comes back into a popup: with an opener policy of its
 * own the browser would cut it off from the tab that waits for the code.
 */
export function pageHeaders(url: string): Record<string, string> {
  const isCallback = /^\/oauth\/(callback|try-it|integrations\/[^/?]*)(\?|$)/.test(url)
  return isCallback ? { ...PAGE_HEADERS, 'cross-origin-opener-policy': 'unsafe-none' } : PAGE_HEADERS
}
