// What is known of a request while it is answered.
import type { Context } from 'hono'
import type { PushingProject } from '../domain/pushing-project.ts'
import type { ServedDomain } from '../domain/served-domain.ts'

/** Who makes a request, as its token says. */
export interface Caller {
  /** The token as it came, for PostgREST and Storage; null for who is nobody. */
  token: string | null
  /** auth.users.id of a signed-in person. */
  authId: string | null
  /** What a workspace token is worth for five minutes: it reads as a visitor who shows this (docs/decisions/0015). */
  grant?: string
  /** The workspace whose trail an audit token reads, and the token. */
  audits?: { workspaceId: number; token: string }
  /** The one project that a script's CI token pushes to. */
  pushesTo?: PushingProject
}

export interface AppEnv {
  Variables: {
    /** The custom domain that the request came to, where it came to one. */
    domain: ServedDomain | null
    /** Correlates the answer, its problem and its line in the log. */
    requestId: string
    caller: Caller
    /** The person's address, as our own proxies saw it. */
    client: string | null
    /** Of the cookie that this answer gives a browser which had none. */
    browserSecret?: string
    browserSecretIsDue?: boolean
  }
}

export type AppContext = Context<AppEnv>
