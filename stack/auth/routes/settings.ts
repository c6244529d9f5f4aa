import { sendJson } from '../../http/send.ts'
import type { AuthContext, AuthRequest } from '../context.ts'

/** GET /health */
export async function health(_ctx: AuthContext, { res }: AuthRequest): Promise<void> {
  sendJson(res, 200, {
    version: 'waymark',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}

/** GET /settings: what a client may offer. Outside providers are the product's own. */
export async function getSettings(ctx: AuthContext, { res }: AuthRequest): Promise<void> {
  sendJson(res, 200, {
    external: { anonymous_users: false, email: true, phone: false },
    disable_signup: !ctx.openSignup,
    mailer_autoconfirm: ctx.openSignup,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })
}
