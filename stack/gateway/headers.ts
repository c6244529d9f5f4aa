// Security headers of everything the app's origin serves as a page.

/** Others whose scripts a page of documentation may load, where its workspace has set so, and their hosts. */
const TAG_HOSTS = { localize: 'https://global.localizecdn.com', userway: 'https://cdn.userway.org' }

export type Tag = keyof typeof TAG_HOSTS

/** The tags among what was told; anything else is none. */
export function tagsIn(told: unknown): Tag[] {
  return Array.isArray(told) ? told.filter((one): one is Tag => Object.hasOwn(TAG_HOSTS, one)) : []
}

/**
 * The policy of the frame that Tag Manager runs in: scripts as its workspace wishes, in an origin of nobody's, which
 * reaches neither the page around nor what belongs to this host (docs/decisions/0198-tags-of-others.md).
 */
export const TAG_FRAME_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self' https: 'unsafe-inline' 'unsafe-eval'",
  "style-src https: 'unsafe-inline'",
  'img-src https: data:',
  'font-src https: data:',
  'connect-src https:',
  'frame-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * The policy of the worker that lints in the Studio. What Spectral makes of expressions and schemas are programs, which
 * no page runs: this worker does, without a network, other scripts or workers of its own
 * (docs/decisions/0425-rules-run-in-a-worker-without-a-network.md).
 */
export const LINT_WORKER_POLICY = "default-src 'none'; script-src 'unsafe-eval'"

/** Whether a path is that of the lint worker, whatever build it is of. */
export function isLintWorker(pathname: string): boolean {
  return /^\/assets\/lint\.worker-[\w-]+\.js$/.test(pathname)
}

/**
 * The content security policy of the app. Emotion writes style elements at run time, hence inline styles;
 * descriptions show pictures from anywhere, and their readers try APIs anywhere; scripts come from this origin only.
 * @param baseHost host and port of the base; workspaces live below it and call it
 * @param tags whose scripts the page may load besides
 * @param roadmapUrl the page that is embedded as the roadmap: its origin, and no other, may stand in a frame
 */
export function contentSecurityPolicy(
  baseHost: string,
  tags: readonly Tag[] = [],
  roadmapUrl?: string,
): string {
  const theirs = tags.map((tag) => ` ${TAG_HOSTS[tag]}`).join('')
  const roadmap = roadmapUrl ? ` ${new URL(roadmapUrl).origin}` : ''
  const hosts = `http://${baseHost} https://${baseHost} http://*.${baseHost} https://*.${baseHost}`
  return Object.entries({
    'default-src': "'self'",
    'script-src': `'self'${theirs}`,
    'style-src': `'self' 'unsafe-inline'${theirs}`,
    'img-src': "'self' data: blob: http: https:",
    'font-src': `'self' data:${theirs}`,
    'connect-src': `'self' http: https: ws://${baseHost} wss://${baseHost} ws://*.${baseHost} wss://*.${baseHost}`,
    'worker-src': "'self' blob:",
    'frame-src': `'self'${theirs}${roadmap}`,
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
