import { cors } from 'hono/cors'

/**
 * Any page may call the API with a Bearer token (the embeddable docs do, and Try It). Never with the cookie:
 * without Access-Control-Allow-Credentials a foreign page's browser withholds the answer.
 */
export const openToBearers = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Stoplight-Elements-Version',
    'Traceparent',
    'Waymark-Consumer',
    'Waymark-Consumer-Version',
    'X-Request-Id',
    'X-Waymark-Share',
    'apikey',
  ],
  exposeHeaders: ['Idempotent-Replayed', 'Link', 'Location', 'Retry-After', 'X-Request-Id', 'X-Total-Count'],
  maxAge: 86_400,
})
