// A program that asks to be signed in: who it is, and what the person answers.
import { useChange } from '../../shared/data/change.ts'
import { useRead } from '../../shared/data/read.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'

/** What is not known of a request that is none is null. */
export type DeviceRequest = Omit<RowOf<'device_request', Detail>, 'outcome'> & {
  outcome: 'waiting' | 'allowed' | 'refused' | 'unknown'
}
type Detail = 'machine' | 'ip_address' | 'asked_at' | 'expires_at' | 'workspace'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    device_request: DeviceRequest
    answer_device_request: DeviceRequest
  }
}

/** The program that asks with a code. */
export function useDeviceRequest(code: string) {
  return useRead({
    key: ['device-request', { code }],
    read: () => rpc('device_request', { p_code: code }),
    retry: false,
    // Each time that it is asked for may count as a guess.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Allows or refuses it. */
export function useDeviceAnswer(code: string) {
  return useChange({
    run: (allow: boolean) => rpc('answer_device_request', { p_code: code, p_allow: allow }),
  })
}
