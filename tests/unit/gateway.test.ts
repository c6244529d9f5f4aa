import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configScript } from '../../stack/gateway/app.ts'
import { loggable } from '../../stack/gateway/request-log.ts'
import { findRoute } from '../../stack/gateway/routes.ts'
import { callerKey } from '../../stack/http/caller-key.ts'
import { clientOf } from '../../stack/http/client.ts'
import { readSettings } from '../../stack/supervisor/settings.ts'

describe('a path leads to', () => {
  it.each([
    ['/rest/v1/projects?select=id', 'rest', '/projects?select=id'],
    ['/rest/v1', 'rest', '/'],
    ['/rest/v1?apikey=x', 'rest', '/?apikey=x'],
    ['/rest/v10/projects', 'app', '/rest/v10/projects'],
    ['/auth/v1/token?grant_type=password', 'auth', '/token?grant_type=password'],
    ['/storage/v1/object/uploads/1/a%2Fb.yaml', 'storage', '/object/uploads/1/a%2Fb.yaml'],
    ['/functions/v1/login/auth/login', 'functions', '/login/auth/login'],
    ['/api/v1/auth/access-token/d2s6MQ', 'functions', '/login/auth/access-token/d2s6MQ'],
    ['/api/v1/workspaces/has-email?email=a', 'functions', '/login/workspaces/has-email?email=a'],
    ['/api/v1/workspaces/d2s6MQ/projects', 'functions', '/api/workspaces/d2s6MQ/projects'],
    ['/api/v1/authors', 'functions', '/api/authors'],
    ['/api/v1/billing/products', 'functions', '/billing/billing/products'],
    ['/api/v1/workspaces/d2s6MQ/billing?a=b', 'functions', '/billing/workspaces/d2s6MQ/billing?a=b'],
    ['/api/v1/workspaces/d2s6MQ/billing/seats', 'functions', '/billing/workspaces/d2s6MQ/billing/seats'],
    ['/api/v1/webhooks/stripe', 'functions', '/billing/webhooks/stripe'],
    ['/api/v1/webhooks/git/x', 'functions', '/api/webhooks/git/x'],
    ['/api/v1/openapi.json', 'functions', '/api/openapi.json'],
    ['/api/emails/confirm', 'functions', '/login/emails/confirm'],
    [
      '/api/workspaces/d2s6MQ/member-emails/confirm',
      'functions',
      '/login/workspaces/d2s6MQ/member-emails/confirm',
    ],
    ['/api/workspaces/d2s6MQ/projects', 'nothing', '/api/workspaces/d2s6MQ/projects'],
    ['/api/emails/confirm/more', 'nothing', '/api/emails/confirm/more'],
    ['/api', 'nothing', '/api'],
    ['/apiary', 'app', '/apiary'],
    ['/health', 'health', '/health'],
    ['/config.js', 'config', '/config.js'],
    ['/mocks/todos/main/todos?a=b', 'functions', '/mocks/todos/main/todos?a=b'],
    ['/mockster', 'app', '/mockster'],
    ['/robots.txt', 'functions', '/pages/robots.txt'],
    ['/.well-known/oauth-protected-resource/api/v1/mcp', 'functions', '/login/auth/oauth/protected-resource'],
    ['/.well-known/oauth-protected-resource?x=1', 'functions', '/login/auth/oauth/protected-resource'],
    ['/.well-known/oauth-authorization-server', 'functions', '/login/auth/oauth/authorization-server'],
    [
      '/.well-known/oauth-protected-resource/api/v1/other',
      'app',
      '/.well-known/oauth-protected-resource/api/v1/other',
    ],
    ['/sitemaps/12.xml', 'functions', '/pages/sitemaps/12.xml'],
    ['/sitemaps/a.xml', 'app', '/sitemaps/a.xml'],
    ['/docs/todo/branches/main/x.md', 'functions', '/pages/markdown/docs/todo/branches/main/x.md'],
    ['/docs/todo/branches/main/~/docs/intro.md', 'app', '/docs/todo/branches/main/~/docs/intro.md'],
    ['/docs/todo/branches/v1.0/reference/a.yaml', 'app', '/docs/todo/branches/v1.0/reference/a.yaml'],
  ])('%s → %s %s', (url, target, path) => {
    expect(findRoute(url)).toMatchObject({ target, path })
  })
})

describe('the client', () => {
  const from = (headers: Record<string, string>, trustedHops: number) =>
    clientOf(
      { headers, socket: { remoteAddress: '::ffff:10.0.0.9' } } as unknown as IncomingMessage,
      trustedHops,
    )

  it('is the peer where no proxy is trusted, whatever the request claims', () => {
    const headers = {
      host: 'a',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil',
    }
    expect(from(headers, 0)).toEqual({ address: '10.0.0.9', proto: 'http', host: 'a' })
  })

  it('is what the outermost trusted proxy saw', () => {
    const headers = {
      host: 'a',
      'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.1',
      'x-forwarded-proto': 'https',
    }
    expect(from(headers, 2)).toEqual({ address: '1.2.3.4', proto: 'https', host: 'a' })
    expect(from(headers, 1).address).toBe('10.0.0.1')
  })

  it('of IPv4 is that address where a proxy writes it as IPv6: not one network with all others', () => {
    expect(from({ host: 'a', 'x-forwarded-for': '::ffff:198.51.100.7' }, 1).address).toBe('198.51.100.7')
    expect(from({ host: 'a', 'x-forwarded-for': '::FFFF:c633:6407' }, 1).address).toBe('::FFFF:c633:6407')
  })

  it('shares places with all networks of its site, and no others', () => {
    const visitor = { role: 'anon', claims: {} }
    const places = ['2001:db8:1:1::5', '2001:db8:1:ffff:1:2:3:4', '2001:db8:2:1::5'].map((address) =>
      callerKey(visitor, address),
    )
    expect(new Set(places)).toEqual(new Set(['2001:db8:1::/48', '2001:db8:2::/48']))
    expect(callerKey(visitor, '198.51.100.7')).toBe('198.51.100.7')
  })

  it('is the peer when the header holds no address', () => {
    expect(from({ host: 'a', 'x-forwarded-for': 'unknown' }, 1).address).toBe('10.0.0.9')
  })
})

describe('a logged path', () => {
  it('holds no query, no token and no code', () => {
    const token = 'wm_0123456789abcdef0123456789'
    expect(loggable(`/invitations/${token}/accept?code=123456`)).toBe('/invitations/…/accept')
    expect(loggable('/api/v1/auth/codes/123456')).toBe('/api/v1/auth/codes/…')
    expect(loggable('/api/v1/auth/codes/123456789012')).toBe('/api/v1/auth/codes/…')
    expect(loggable('/docs/todo/branches/main')).toBe('/docs/todo/branches/main')
    expect(loggable('/a'.repeat(10_000)).length).toBeLessThan(400)
  })
})

describe('the configuration script', () => {
  it('cannot be ended or broken by a value', () => {
    const script = configScript({ anonKey: 'k', baseHost: '</script>\u2028', mode: 'm', version: '1' })
    expect(script).not.toContain('<')
    expect(script).not.toContain('\u2028')
  })
})

describe('the settings', () => {
  const settings = (env: Record<string, string>) => readSettings(env, '/nowhere', 3000)

  it('are those of a laptop when nothing is said', () => {
    expect(settings({})).toMatchObject({
      url: 'http://waymark.localhost:3000',
      baseHost: 'waymark.localhost:3000',
      mode: 'multi_tenant',
      listen: '127.0.0.1',
      trustedHops: 0,
    })
  })

  it('take the flags that there are, and refuse a name that is none', () => {
    const flagsOf = (text: string) =>
      readSettings({ WAYMARK_FLAGS: text }, join(import.meta.dirname, '../..'), 3000).flags
    expect(flagsOf('ssg_disabled, auto_invite_committers ssg_disabled')).toEqual([
      'ssg_disabled',
      'auto_invite_committers',
    ])
    for (const odd of ['sgg_disabled', 'toString', 'ssg_disabled;x'])
      expect(() => flagsOf(`ssg_disabled,${odd}`)).toThrow(
        /^WAYMARK_FLAGS knows ssg_disabled, .*, not ".*"\.$/,
      )
  })

  it('take a public address behind a proxy', () => {
    const { url, baseHost, mailFrom } = settings({ WAYMARK_URL: 'https://docs.example.com' })
    expect({ url, baseHost }).toEqual({ url: 'https://docs.example.com', baseHost: 'docs.example.com' })
    expect(mailFrom).toContain('@docs.example.com')
  })

  it('take a mail server and an address to listen at', () => {
    const taken = { SMTP_URL: 'smtps://me:pass@mail.example.com:465', WAYMARK_LISTEN: '0.0.0.0' }
    expect(settings(taken)).toMatchObject({ smtpUrl: taken.SMTP_URL, listen: '0.0.0.0' })
  })

  it.each([
    'http://roadmap.example',
    'https://a:b@roadmap.example',
    'https://x.waymark.localhost',
    '/roadmap',
    'https://roadmap.example/?board=1',
  ])('refuse %s as the address of the roadmap, and any without a secret', (url) => {
    const secret = 's'.repeat(32)
    expect(() => settings({ WAYMARK_ROADMAP_URL: url, WAYMARK_ROADMAP_SECRET: secret })).toThrow(
      'WAYMARK_ROADMAP_URL',
    )
    const sound = { WAYMARK_ROADMAP_URL: 'https://roadmap.example/portal' }
    expect(() => settings(sound)).toThrow('WAYMARK_ROADMAP_SECRET')
    expect(settings({ ...sound, WAYMARK_ROADMAP_SECRET: secret })).toMatchObject({
      roadmapUrl: 'https://roadmap.example/portal',
    })
  })

  it.each([
    [{ WAYMARK_MODE: 'both' }, 'WAYMARK_MODE'],
    [{ STRIPE_AUTOMATIC_TAX: 'yes' }, 'STRIPE_AUTOMATIC_TAX'],
    [{ WAYMARK_SALES_CONTACT: 'sales' }, 'WAYMARK_SALES_CONTACT'],
    [{ WAYMARK_SALES_CONTACT: 'javascript:alert(1)' }, 'WAYMARK_SALES_CONTACT'],
    [{ WAYMARK_URL: 'docs.example.com' }, 'WAYMARK_URL'],
    [{ WAYMARK_URL: 'https://example.com/docs' }, 'WAYMARK_URL'],
    [{ WAYMARK_TRUSTED_HOPS: '-1' }, 'WAYMARK_TRUSTED_HOPS'],
    [{ WAYMARK_SECRET_KEY: 'short' }, 'WAYMARK_SECRET_KEY'],
    [{ SMTP_URL: 'x' }, 'SMTP_URL'],
    [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL'],
    [{ WAYMARK_ANALYSIS_MEMORY_MB: 'abc' }, 'WAYMARK_ANALYSIS_MEMORY_MB'],
    [{ WAYMARK_TASK_LOG_DAYS: '-1' }, 'WAYMARK_TASK_LOG_DAYS'],
    [{ WAYMARK_LISTEN: '999.9.9.9' }, 'WAYMARK_LISTEN'],
    [{ WAYMARK_LEGACY_URL: 'next' }, 'WAYMARK_LEGACY_URL'],
  ])('refuse %o in a sentence that names the variable', (env, name) => {
    expect(() => settings(env as Record<string, string>)).toThrow(name)
  })
})
