// The browser's session: the refresh token is a cookie no script sees, the access token lives here, in memory.
// One tab refreshes at a time (Web Locks) and hands the new token to the others (BroadcastChannel).
import { apiOrigin } from '../config/config.ts'
import { ApiProblem, callApi } from './api.ts'
import { answerIn, type BegunAnswer, takeBegun } from './begun-session.ts'
import { readSharedCookie, writeSharedCookie } from './shared-cookie.ts'
import { exclusively, isAnyTabMarked, markTab } from './tab-lock.ts'

/** A token is treated as expired this long before it is. */
export const marginMs = 15_000
/** How often the background check looks. */
export const checkEveryMs = 20_000
/** The background check refreshes a token that expires within this, beyond the margin. */
export const windowMs = 60_000

const lockName = 'waymark-session'
/** A message of another tab may arrive this much later than its lock is free, ms. */
const lateMessageMs = 250
/** How long another tab that is signed in may take to answer: twenty may open at once, ms. */
const answerMs = 2_000
/** How soon a server that gave no answer is asked again, ms. */
export const retryMs = 5_000
const channelName = 'waymark-session'
const holderMark = 'waymark-session-holder'
const logoutKey = 'waymark-logout'
const accountCookie = 'waymark_account'
const accountSeconds = 60 * 24 * 3600

export interface WorkspaceLock {
  ownerEmail: string
  reason: 'failed_payment' | 'overusage' | null
}

/**
 * `reused`: an old refresh token of the session was used somewhere, which ended it. `ended`: the server ended the session,
 * or it is not good for this workspace; `message` says why. `gone`: it is that of an account that is no longer there.
 */
export type SignedOutReason =
  | 'none'
  | 'not-member'
  | 'logged-out'
  | 'idle'
  | 'reused'
  | 'locked'
  | 'ended'
  | 'gone'

export type SessionState =
  // `unreachable`: the server gave no answer; it is asked again by itself.
  | { status: 'loading'; unreachable?: true }
  | { status: 'signed-out'; reason: SignedOutReason; lock?: WorkspaceLock; message?: string }
  | { status: 'signed-in'; token: string; expiresAt: number; authId: string }

interface TokenAnswer {
  token: string
}

/** Between tabs of one host: a token, with its end by this machine's clock (ms), or the request for one of a workspace. */
type TabMessage =
  | { token: string; expiresAt: number; workspaceId: string | null }
  | { requestFor: string | null }

type Listener = () => void

let state: SessionState = { status: 'loading' }
let workspaceId: string | null = null
let started = false
let adoptedAt = 0
let timer: ReturnType<typeof setInterval> | undefined
let retrying: ReturnType<typeof setTimeout> | undefined
let channel: BroadcastChannel | undefined
let unmark: (() => void) | undefined
const listeners = new Set<Listener>()

/**
 * Whose session this browser has, as far as it knows without a server: the end of an id, to be compared only. All hosts of
 * an installation know it, so that nobody is shown what the one before them kept here.
 */
export function accountHere(): string | undefined {
  return readSharedCookie(accountCookie)
}

/** The session as it is now. */
export function sessionState(): SessionState {
  return state
}

/** Calls back on every change; returns the way to stop. */
export function subscribe(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the session for a workspace (its public id) or for none; called once the host is resolved. */
export async function startSession(workspace: string | null): Promise<void> {
  if (started) return switchTo(workspace)
  started = true
  workspaceId = workspace
  window.addEventListener('storage', onStorage)
  channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
  channel?.addEventListener('message', onMessage)
  timer = setInterval(() => void backgroundCheck(), checkEveryMs)
  const before = state
  const begun = takeBegun(workspace)
  const answer = await begun?.answer
  // Whoever signed out, or in as somebody else, while the scripts came is not who was asked for.
  if (state === before && answer && begun?.account === accountHere()) await requestToken(before, answer)
  begun?.done()
  if (state === before) await refresh()
}

/** The host turned out to be another workspace than this device remembered. */
async function switchTo(workspace: string | null): Promise<void> {
  if (workspace === workspaceId) return
  workspaceId = workspace
  setState({ status: 'loading' })
  await refresh(true)
}

/** Ends timers and listeners; for tests. */
export function stopSession(): void {
  if (timer) clearInterval(timer)
  clearTimeout(retrying)
  window.removeEventListener('storage', onStorage)
  channel?.close()
  forgetMark()
  started = false
  state = { status: 'loading' }
  workspaceId = null
}

/** A usable access token, refreshed if it is about to expire; null when signed out. */
export async function accessToken(): Promise<string | null> {
  if (state.status === 'signed-in' && timeLeft(state) <= marginMs) await refresh()
  return state.status === 'signed-in' ? state.token : null
}

/** Takes a token that sign-in or sign-up just answered with. */
export function adoptToken(token: string): void {
  setState(signedIn(token))
  share()
}

/**
 * Fetches a new token even though the old one has not expired (permissions changed, token refused).
 * @param since epoch ms: a token that came after this will do, as when another tab has just fetched one
 */
export async function renewToken(since = Number.POSITIVE_INFINITY): Promise<string | null> {
  await refresh(true, since)
  return state.status === 'signed-in' ? state.token : null
}

/** Reports a token that the server refused though it looked good here, and fetches a new one. */
export async function renewRefusedToken(sentAt: number): Promise<string | null> {
  console.error('invalid-jwt: the server refused the access token; it is renewed.')
  return renewToken(sentAt)
}

/**
 * Ends the session on the server, here and in the other tabs. Rejects with ApiProblem when the server could not be
 * reached: the cookie would still sign in whoever uses the browser next. Who was idle is signed out here all the same.
 */
export async function logout(reason: 'logged-out' | 'idle' = 'logged-out'): Promise<void> {
  await callApi('/auth/logout', { method: 'POST' }).catch((error: unknown) => {
    const ended = error instanceof ApiProblem && error.status >= 400 && error.status < 500
    if (!ended && reason !== 'idle') throw error
  })
  window.localStorage.setItem(logoutKey, JSON.stringify({ reason, at: Date.now() }))
  setState({ status: 'signed-out', reason })
}

/** Shows that a workspace is locked, as sign-in or a refresh found out. */
export function reportLock(lock: WorkspaceLock): void {
  setState({ status: 'signed-out', reason: 'locked', lock })
}

/** Ends the session of an account that turned out to be gone: its cookie must not open it again. */
export function reportGone(): void {
  setState({ status: 'signed-out', reason: 'gone' })
  void callApi('/auth/logout', { method: 'POST' }).catch(() => undefined)
}

async function backgroundCheck(): Promise<void> {
  if (state.status === 'signed-in' && timeLeft(state) <= marginMs + windowMs) await refresh()
}

async function refresh(force = false, since = Number.POSITIVE_INFINITY): Promise<void> {
  const before = state
  await exclusively(lockName, async (waited) => {
    // While this tab waited for the lock another may have refreshed and sent the token, or it is on the way; and a
    // tab that has just been opened asks those that are signed in.
    const opens = state.status === 'loading' && (await isAnyTabMarked(holderMark))
    if (opens) channel?.postMessage({ requestFor: workspaceId } satisfies TabMessage)
    if ((waited || opens) && state === before) await changeWithin(opens ? answerMs : lateMessageMs)
    const isReceived = state !== before && state.status === 'signed-in'
    if (isReceived && (!force || adoptedAt > since)) return
    await requestToken(before)
  })
}

/**
 * The refresh cookie itself is out of sight; with it comes one that says so. An API on another origin keeps its cookies
 * to itself, so that only asking tells.
 */
function mayHaveSession(): boolean {
  return apiOrigin !== window.location.origin || readSharedCookie('waymark_session') !== undefined
}

/** @param begun what the server has answered already, and when it was asked (epoch ms) */
async function requestToken(before: SessionState, begun?: BegunAnswer): Promise<void> {
  // A refusal takes the mark away, and says more than its absence.
  if (!begun && before.status !== 'signed-in' && !mayHaveSession())
    return setState({ status: 'signed-out', reason: 'none' })
  const path = workspaceId ? `/auth/access-token/${workspaceId}` : '/auth/access-token'
  const ask = () => callApi<TokenAnswer>(path, { method: 'POST' })
  try {
    const { token } = await retryRotated(begun ? answerIn<TokenAnswer>(begun) : ask(), ask)
    // Who was signed out meanwhile stays so.
    if (state !== before && state.status === 'signed-out') return
    setState(signedIn(token, begun?.askedAt))
    share()
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // An unreachable server says nothing about the session: keep a token that still holds.
    const transient = error.status === 0 || error.status === 429 || error.status >= 500
    // Who was signed out meanwhile, by themselves or for being idle, has seen the better reason.
    if (state !== before && state.status === 'signed-out') return
    if (!transient) return setState(signedOut(error, before.status === 'signed-in'))
    // Whoever is signed in stays so; until that is known the page waits, and says that the server is away.
    if (before.status === 'loading') retryLater()
  }
}

function retryLater(): void {
  setState({ status: 'loading', unreachable: true })
  clearTimeout(retrying)
  retrying = setTimeout(() => void refresh(), retryMs)
}

/** A tab on another workspace's host may have rotated the shared cookie in the same instant: try once more. */
async function retryRotated<T>(first: Promise<T>, again: () => Promise<T>): Promise<T> {
  try {
    return await first
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'INVALID_TOKEN') throw error
    // The first refusal clears the cookie: the second answer knows less.
    return again().catch((second: unknown) => {
      const knowsLess = second instanceof ApiProblem && second.status >= 400 && second.status < 500
      throw knowsLess ? error : second
    })
  }
}

/** Resolves when the session changes, or after `ms`. */
function changeWithin(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(patience)
      unsubscribe()
      resolve()
    }
    const unsubscribe = subscribe(done)
    const patience = setTimeout(done, ms)
  })
}

function signedOut(problem: ApiProblem, hadSession: boolean): SessionState {
  if (problem.code === 'WORKSPACE_IS_LOCKED') {
    return { status: 'signed-out', reason: 'locked', lock: lockOf(problem) }
  }
  if (problem.extra.reused === true) return { status: 'signed-out', reason: 'reused' }
  if (problem.code === 'INSUFFICIENT_PERMISSIONS') return { status: 'signed-out', reason: 'not-member' }
  // A cookie of long ago is no news; that the session of an open page is gone, or why it went, is.
  const isNews = problem.code === 'INVALID_TOKEN' && (hadSession || problem.extra.reason !== undefined)
  if (isNews || problem.code === 'ACTION_PROHIBITED')
    return { status: 'signed-out', reason: 'ended', message: problem.detail }
  return { status: 'signed-out', reason: 'none' }
}

/** Owner and reason of a locked workspace, out of the problem that says so. */
export function lockOf(problem: ApiProblem): WorkspaceLock {
  const reason = problem.extra.lock_reason
  return {
    ownerEmail: String(problem.extra.owner_email ?? ''),
    reason: reason === 'failed_payment' || reason === 'overusage' ? reason : null,
  }
}

function signedIn(token: string, since = Date.now()): Extract<SessionState, { status: 'signed-in' }> {
  const claims = claimsOf(token)
  // The lifetime counts from when it came by this clock, so a wrong local clock does no harm.
  const lifetimeMs = (claims.exp - claims.iat) * 1000
  adoptedAt = since
  return { status: 'signed-in', token, expiresAt: since + lifetimeMs, authId: claims.sub }
}

/** What a token says of its bearer. */
interface Claims {
  sub: string
  exp: number
  iat: number
  email?: string
  app_metadata?: Record<string, unknown>
  user_metadata?: Record<string, unknown>
}

/** Reads a token; the server alone checks it. */
export function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? ''
  const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
  const claims = JSON.parse(json) as Partial<Claims>
  const exp = claims.exp ?? Date.now() / 1000 + 3600
  return { ...claims, sub: claims.sub ?? '', exp, iat: claims.iat ?? exp - 3600 }
}

function timeLeft(session: { expiresAt: number }): number {
  return session.expiresAt - Date.now()
}

function setState(next: SessionState): void {
  state = next
  if (next.status !== 'loading') {
    const account = next.status === 'signed-in' ? next.authId.slice(-12) : undefined
    if (account !== accountHere())
      writeSharedCookie(accountCookie, account ?? '', account ? accountSeconds : 0)
  }
  if (next.status === 'signed-in') unmark ??= markTab(holderMark)
  else forgetMark()
  for (const listener of listeners) listener()
}

function onStorage(event: StorageEvent): void {
  if (event.key !== logoutKey || event.newValue === null) return
  const { reason } = JSON.parse(event.newValue) as { reason: 'logged-out' | 'idle' }
  setState({ status: 'signed-out', reason })
}

function forgetMark(): void {
  unmark?.()
  unmark = undefined
}

function share(): void {
  if (state.status !== 'signed-in') return
  const { token, expiresAt } = state
  channel?.postMessage({ token, expiresAt, workspaceId } satisfies TabMessage)
}

function onMessage({ data }: MessageEvent<TabMessage>): void {
  if ('requestFor' in data) {
    const lasts = state.status === 'signed-in' && timeLeft(state) > marginMs + windowMs
    if (data.requestFor === workspaceId && lasts) share()
    return
  }
  // Every tab receives what one asked for: those that have as good a token keep it.
  const isNews = state.status !== 'signed-in' || data.expiresAt > state.expiresAt
  if (data.workspaceId === workspaceId && isNews)
    setState({ ...signedIn(data.token), expiresAt: data.expiresAt })
}
