import { randomUUID } from 'node:crypto'
import { type Caller, own, type Place, person, type Rule } from '../support/callers.ts'
import { accountAt, type World } from '../support/world.ts'
import type { Args, FunctionCells } from './functions.ts'

/** About the caller, whoever that is. */
const self = (name: string, args: Args = {}, may: Rule = person): FunctionCells => ({
  name,
  in: 'anywhere',
  args: () => args,
  may,
})

const ids = (w: World, at: Place, who: Caller) => w.accounts[accountAt(who, at)] as World['accounts'][string]

/** About something of an account: others never learn that it is there. */
const owned = (
  name: string,
  key: string,
  id: 'emailId' | 'spareEmailId' | 'unconfirmedEmailId' | 'externalId',
): FunctionCells => ({
  name,
  in: 'account',
  args: (w, at, who) => ({ [key]: ids(w, at, who)[id] }),
  may: own,
})

const request = { p_scope: 'POST /doors', p_key: 'doors' }
const claimed = { ...request, p_claim: randomUUID() }

export const accountFunctions: FunctionCells[] = [
  self('me'),
  self('my_sessions'),
  self('check_session', { p_with_proof: true }),
  self('request_proof_code'),
  self('prove_session', { p_password: 'a guess' }),

  // Nobody's code.
  self('device_request', { p_code: 'BBBB-BBBB' }),
  self('answer_device_request', { p_code: 'BBBB-BBBB', p_allow: true }),
  self('permit_password_change', { p_current_password: 'a guess' }),
  // Nobody's link.
  { ...self('email_confirmation', { p_token: 'x'.repeat(32) }, () => false), lists: true },
  self('confirm_email', { p_code: '000000' }),
  self('export_account'),
  self('check_uploading'),
  self('may_migrate_from_next'),
  self('update_account', { p_first_name: 'Ada', p_last_name: 'Lovelace' }),
  { ...self('delete_account'), args: (_w, _at, who) => ({ p_username: `doors-${who}` }) },
  self('add_email', { p_email: 'another@doors.example' }),
  owned('remove_email', 'p_email_id', 'spareEmailId'),
  owned('set_primary_email', 'p_email_id', 'spareEmailId'),
  owned('resend_email_code', 'p_email_id', 'unconfirmedEmailId'),
  owned('disconnect_external', 'p_id', 'externalId'),
  self('revoke_other_sessions'),
  // Nobody's session: like another person's.
  { ...self('revoke_session', { p_id: randomUUID() }, () => false), knows: () => false },
  self('idempotency_begin', { ...request, p_fingerprint: 'doors' }),
  self('idempotency_finish', { ...claimed, p_status: 200, p_body: { done: true } }),
  self('idempotency_release', claimed),
  self('idempotency_renew', claimed),
]
