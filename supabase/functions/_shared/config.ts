// What an installation sets; the same names on the embedded stack, self-hosted and hosted.

export interface Config {
  supabaseUrl: string
  anonKey: string
  serviceKey: string
  /** Address of the base host; workspaces are its sub-domains. */
  baseUrl: URL
  /** Shared secret of HS256 tokens; without it only JWKS keys are accepted. */
  jwtSecret: string | undefined
  /** Proxies of ours in front of the function, each of which adds one entry to X-Forwarded-For. */
  trustedHops: number
  /** Origins beside the base host and its sub-domains that belong to us, e.g. https://docs.example.com. */
  customOrigins: string[]
}

let loaded: Config | undefined

/** The settings; read once, a missing one is named. */
export function config(): Config {
  loaded ??= {
    supabaseUrl: required('SUPABASE_URL').replace(/\/$/, ''),
    anonKey: required('SUPABASE_ANON_KEY'),
    serviceKey: required('SUPABASE_SERVICE_ROLE_KEY'),
    baseUrl: new URL(required('WAYMARK_URL')),
    jwtSecret: Deno.env.get('WAYMARK_JWT_SECRET') || undefined,
    trustedHops: Number(Deno.env.get('WAYMARK_TRUSTED_HOPS') ?? 1),
    customOrigins: (Deno.env.get('WAYMARK_CUSTOM_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean),
  }
  return loaded
}

function required(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`The setting ${name} is missing.`)
  return value
}
