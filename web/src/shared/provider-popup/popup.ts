// Leaving for a provider's page: in a popup, or in this tab where popups are blocked.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem, callApi, messageOf } from '../data/api.ts'
import { callAsMe } from '../data/as-me.ts'
import type { ProviderAnswer } from './answer.ts'
import { codeFrom } from './exchange.ts'
import { PopupProblem } from './messages.ts'
import { newState } from './state.ts'

/** Width and height of the popup, px. */
export const popupSize = 620

export interface ProviderRequest {
  /** Number of the workspace's integration. */
  integrationId: number
  /** What it is for: to sign in, to say who one is there, or to let one's repositories be read as well. */
  purpose: 'login' | 'connect' | 'repositories'
  /** The name of the workspace to sign in to; to connect, the session says where. */
  workspace?: string | undefined
  /** Path of this origin to go to after a sign-in without a popup. */
  returnTo?: string | undefined
}

/**
 * Opens the provider's page in a popup and resolves to what it answered; must be called while a click is handled.
 * Rejects with PopupProblem (blocked, closed, refused) or ApiProblem.
 */
export async function askByPopup(request: ProviderRequest): Promise<ProviderAnswer> {
  const popup = openPopup()
  try {
    const { url, state } = await authenticationUrl(request, true)
    if (popup.closed) throw new PopupProblem('closedEarly')
    popup.location.replace(url)
    return { ...(await codeFrom(popup, state)), state }
  } finally {
    popup.close()
  }
}

/** Goes to the provider's page in this tab; it comes back by the callback screen. */
export async function leaveForProvider(request: ProviderRequest): Promise<void> {
  const { url } = await authenticationUrl(request, false)
  window.location.assign(url)
}

function openPopup(): Window {
  const left = Math.max(0, window.screenX + (window.outerWidth - popupSize) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - popupSize) / 2)
  const popup = window.open(
    '',
    'waymark-sign-in',
    `popup=yes,width=${popupSize},height=${popupSize},left=${Math.round(left)},top=${Math.round(top)}`,
  )
  if (!popup || popup.closed) throw new PopupProblem('blocked')
  showWaiting(popup)
  return popup
}

/** Says what an empty popup waits for, where its page can be written into. */
function showWaiting({ document }: Partial<Pick<Window, 'document'>>): void {
  if (!document?.body) return
  const text = document.createElement('p')
  text.textContent = 'Asking for the page to sign in… If Waymark asks you for something first, answer there.'
  text.style.cssText = 'margin: 40px; font: 16px/1.5 system-ui, sans-serif; text-align: center'
  document.body.replaceChildren(text)
}

async function authenticationUrl(
  { integrationId, purpose, workspace, returnTo }: ProviderRequest,
  popup: boolean,
): Promise<{ url: string; state: string }> {
  const state = newState()
  const id = encodeId('wkintg', integrationId)
  try {
    if (purpose === 'repositories') {
      const json = { state, scope: 'repositories', popup }
      const path = `/vcs-integrations/${id}/oauth-url`
      return { ...(await callAsMe<{ url: string }>(path, { method: 'POST', json })), state }
    }
    const ask = purpose === 'connect' ? callAsMe : callApi
    const { url } = await ask<{ url: string }>('/auth/authentication-url', {
      method: 'POST',
      json: {
        workspace_integration_id: id,
        scope: 'read',
        state,
        purpose,
        popup,
        ...(workspace ? { workspace } : {}),
        ...(returnTo ? { return_to: returnTo } : {}),
      },
    })
    return { url, state }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw new PopupProblem('unknownUrl')
    throw error
  }
}

/** What to tell a person of a sign-in at a provider that failed. */
export function providerMessage(error: unknown): string {
  return error instanceof PopupProblem ? error.message : messageOf(error)
}
