// A retention tool may speak with people before they cancel. It is a script of the installation's operator: where the
// flag is on and it has put `window.profitwell` there, it is asked first.
import { isOn } from '../../../shared/data/flags.ts'
import type { Workspace } from '../../../shared/data/workspace.tsx'
import { isReason, type Reason } from './reasons.ts'

interface ToolAnswer {
  status: 'retained' | 'aborted' | 'error' | 'chose_to_cancel'
  /** One of the reasons, by its name. */
  reason?: string
  details?: string
}

declare global {
  interface Window {
    profitwell?: (call: 'init_cancellation_flow', options: { workspace_id: number }) => Promise<ToolAnswer>
  }
}

/** What is known before the dialog opens; null where it does not open. */
export interface Prefilled {
  reason?: Reason
  details?: string
}

/** Lets the retention tool speak, where there is one: null when nothing is to be cancelled after all. */
export async function askRetention(workspace: Workspace): Promise<Prefilled | null> {
  if (!isOn('profitwell_cancellation_flow', workspace)) return {}
  try {
    const answer = await window.profitwell?.('init_cancellation_flow', { workspace_id: workspace.id })
    if (answer?.status === 'retained' || answer?.status === 'aborted') return null
    if (answer?.status !== 'chose_to_cancel' && answer?.status !== 'error') return {}
    return {
      ...(isReason(answer.reason) ? { reason: answer.reason } : {}),
      ...(answer.details ? { details: answer.details } : {}),
    }
  } catch {
    // A tool that fails keeps nobody from leaving.
    return {}
  }
}
