import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { sendJson } from '../http.ts'

/** GET /health */
export async function health(_ctx: AuthContext, { res }: AuthRequest): Promise<void> {
  sendJson(res, 200, {
    version: 'waymark',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}

/** GET /settings: what a client may offer. Sign-up and outside providers are the product's own. */
export async function getSettings(_ctx: AuthContext, { res }: AuthRequest): Promise<void> {
  sendJson(res, 200, {
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}

/** POST /signup: refused; accounts begin in the product's own sign-up. */
export async function signup(): Promise<void> {
  throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}
