// Whether what the database broadcasts is heard by somebody who joins now.
import { WebSocket } from 'ws'
import type { StackInfo } from '../support/stack.ts'

const TOPIC = 'kept'
const PATIENCE_MS = 1_000

/** What `say` is asked by: a call of the database. */
export const SAY = `
  create function public.say() returns void language sql security definer set search_path = ''
  as $$ select realtime.send('{"said": true}', 'news', '${TOPIC}') $$;
  grant execute on function public.say() to service_role`

/** Joins, lets the database say something and waits for it; rejects where that is not heard within a second. */
export async function hears(
  { apiUrl, serviceRoleKey }: StackInfo,
  say: () => Promise<unknown>,
): Promise<void> {
  const ws = new WebSocket(
    `${apiUrl.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${serviceRoleKey}`,
  )
  const heard = Promise.withResolvers<void>()
  const late = setTimeout(() => heard.reject(new Error('Nothing was heard.')), PATIENCE_MS)
  ws.on('error', heard.reject)
  ws.once('close', () => heard.reject(new Error('The connection ended.')))
  ws.once('open', () =>
    ws.send(JSON.stringify(['1', '1', `realtime:${TOPIC}`, 'phx_join', { config: { private: true } }])),
  )
  ws.on('message', (data) => {
    const text = String(data)
    if (text.includes('"said"')) heard.resolve()
    else if (text.includes('"phx_reply"')) say().catch(heard.reject)
  })
  try {
    await heard.promise
  } finally {
    clearTimeout(late)
    ws.terminate()
  }
}
