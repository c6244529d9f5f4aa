/**
 * How long a server of ours keeps a connection on which nothing is asked, in milliseconds: longer than the minute that
 * proxies and clients keep theirs. A server that closes first closes under a request that is just being sent
 * (RFC 9112, section 9.3.1).
 */
export const KEPT_MS = 65_000
