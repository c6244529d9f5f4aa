// Import first: what /config.js would have told the client. Tests of a workspace's host name it in their
// environment options, others run on the base host.
window.__WAYMARK__ = { anonKey: 'anon-key', baseHost: 'waymark.localhost:3000', version: '0.0.0' }
