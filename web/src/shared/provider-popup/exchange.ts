// The two halves of the talk between a tab and the popup it opened: the tab tells the state it expects,
// again and again; the callback screen in the popup, once it is there, checks it and hands over the code.
import { config } from '../config/config.ts'
import type { CodeAnswer } from './answer.ts'
import { PopupProblem } from './messages.ts'

/** The tab repeats its state this often. */
export const repeatMs = 500
/** How long an answer may still come after the popup has closed. */
export const graceMs = 2_500

/** What is needed of another window. */
export interface OtherWindow {
  readonly closed: boolean
  postMessage(message: unknown, origin: string): void
}

interface StateMessage {
  type: 'oauth2.state'
  state: string
}

interface CallbackMessage {
  type: 'oauth2.callback'
  code: string | null
  error: string | null
  state: string | null
  redirectUri: string
  iss: string | null
}

/** What the provider sent the browser back with. */
export interface CallbackAnswer {
  code: string | null
  error: string | null
  state: string | null
  /** The address of the callback screen, without its query. */
  redirectUri: string
  iss: string | null
}

/** The callback screen lives on this host or on the base host, where default configurations are registered. */
function callbackOrigins(): string[] {
  return [...new Set([window.location.origin, `${window.location.protocol}//${config.baseHost}`])]
}

/** Whether an origin is one of this installation: the base host or a workspace below it. */
export function isOwnOrigin(origin: string): boolean {
  if (origin === window.location.origin) return true
  const { protocol } = window.location
  if (!origin.startsWith(`${protocol}//`)) return false
  const host = origin.slice(protocol.length + 2)
  return host === config.baseHost || (host.endsWith(`.${config.baseHost}`) && !host.includes('/'))
}

/**
 * The tab's half: waits for the popup's answer. Rejects with PopupProblem when the popup closes without one, the
 * state is another, or the provider refused.
 */
export function codeFrom(popup: OtherWindow, state: string): Promise<CodeAnswer> {
  return new Promise((resolve, reject) => {
    let grace: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      if (popup.closed) {
        clearInterval(timer)
        grace = setTimeout(() => end(() => reject(new PopupProblem('closedBeforeCode'))), graceMs)
        return
      }
      const message: StateMessage = { type: 'oauth2.state', state }
      for (const origin of callbackOrigins()) popup.postMessage(message, origin)
    }
    const hear = (event: MessageEvent<unknown>) => {
      if (!isCallback(event.data)) return
      const { data } = event
      if (!callbackOrigins().includes(event.origin) || event.source !== popup || data.state !== state)
        return end(() => reject(new PopupProblem('mismatch')))
      const { code, redirectUri, iss } = data
      if (data.error || !code) return end(() => reject(new PopupProblem('provider', data.error ?? undefined)))
      end(() => resolve({ code, redirectUri, iss }))
    }
    const end = (finish: () => void) => {
      clearInterval(timer)
      clearTimeout(grace)
      window.removeEventListener('message', hear)
      finish()
    }
    window.addEventListener('message', hear)
    const timer = setInterval(tell, repeatMs)
    tell()
  })
}

/**
 * The popup's half: waits for the opener to tell its state and answers it. Calls `onAnswered` when the answer is out.
 * Returns the way to stop.
 */
export function answerOpener(
  opener: OtherWindow,
  answer: CallbackAnswer,
  onAnswered: () => void,
): () => void {
  return answering((event) => {
    if (event.source !== opener || !isOwnOrigin(event.origin) || !isStateMessage(event.data)) return false
    const known = event.data.state === answer.state
    const message: CallbackMessage = known
      ? { type: 'oauth2.callback', ...answer }
      : { ...answer, type: 'oauth2.callback', code: null, error: null, state: null, iss: null }
    opener.postMessage(message, event.origin)
    onAnswered()
    return true
  })
}

/**
 * The same in a popup that lost its opener before a stranger's page was in it: answers the page of this very origin that
 * tells the right state, and no other.
 */
export function answerAsker(answer: CallbackAnswer, onAnswered: () => void): () => void {
  return answering(({ source, origin, data }) => {
    if (origin !== window.location.origin || !isStateMessage(data) || data.state !== answer.state)
      return false
    const message: CallbackMessage = { type: 'oauth2.callback', ...answer }
    ;(source as OtherWindow | null)?.postMessage(message, origin)
    onAnswered()
    return true
  })
}

/** Hears messages until one was answered. */
function answering(answer: (event: MessageEvent<unknown>) => boolean): () => void {
  const hear = (event: MessageEvent<unknown>) => {
    if (answer(event)) stop()
  }
  const stop = () => window.removeEventListener('message', hear)
  window.addEventListener('message', hear)
  return stop
}

function isCallback(data: unknown): data is CallbackMessage {
  return typeOf(data) === 'oauth2.callback'
}

function isStateMessage(data: unknown): data is StateMessage {
  return typeOf(data) === 'oauth2.state' && typeof (data as StateMessage).state === 'string'
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
}
