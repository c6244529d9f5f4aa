// The request for the first access token, which a page of documentation begins before the scripts have come:
// web/public/first-paint.js (docs/decisions/0560-the-page-asks-for-the-token.md).
import { apiOrigin } from '../config/config.ts'
import { problemFromBody } from './api.ts'

declare global {
  interface Window {
    __WAYMARK_SESSION__?: Begun
  }
}

/** What the server said, and when it was asked (epoch ms). */
export interface BegunAnswer {
  status: number
  body: unknown
  askedAt: number
}

interface Begun {
  workspaceId: string
  /** Whose session it was when it was asked for, as `accountHere` tells. */
  account: string | undefined
  /** Null where no answer came, or another tab is at it or has a token to hand on. */
  answer: Promise<BegunAnswer | null>
  /** Lets the other tabs go on, which by then have been sent the token. */
  done: () => void
}

/** What the page has begun for a workspace; undefined where it has not, and from the second time on. */
export function takeBegun(workspaceId: string | null): Begun | undefined {
  const begun = window.__WAYMARK_SESSION__
  delete window.__WAYMARK_SESSION__
  // The page knows no other API than that of its own origin.
  if (begun?.workspaceId === workspaceId && apiOrigin === window.location.origin) return begun
  begun?.done()
  return undefined
}

/** An answer as `callApi` gives it. */
export async function answerIn<T>({ status, body }: BegunAnswer): Promise<T> {
  if (status !== 200) throw problemFromBody(status, body)
  return body as T
}
