// A Realtime server on a database of its own, people with tokens, upstream's client and bare sockets.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RealtimeClient } from '@supabase/realtime-js'
import { SignJWT } from 'jose'
import type { Client } from 'pg'
import { WebSocket } from 'ws'
import { KEPT_MS } from '../../stack/http/kept.ts'
import { createVerifier } from '../../stack/jwt.ts'
import { createKeys, publicKeys } from '../../stack/keys.ts'
import { connect } from '../../stack/postgres/connect.ts'
import { createRealtime, type Realtime } from '../../stack/realtime/index.ts'
import type { Limits } from '../../stack/realtime/limits.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export interface RealtimeWorld {
  url: string
  anonKey: string
  serviceKey: string
  /** As the database's owner. */
  db: Client
  /** As the superuser. */
  admin: Client
  realtime: Realtime
  /** An access token of somebody, good for `seconds`. */
  token(sub?: string, seconds?: number): Promise<string>
  /** A token with these claims and nothing else; `secret` replaces the right one. */
  signed(claims: Record<string, unknown>, secret?: string): Promise<string>
  /** Upstream's client. */
  client(token?: string): Promise<RealtimeClient>
  /** A bare socket that is open. */
  socket(query?: string): Promise<Bare>
  close(): Promise<void>
}

/** A socket with what it heard. */
export interface Bare {
  ws: WebSocket
  heard: Frame[]
  send(frame: unknown): void
  /** The next frame that fits, those heard already included. */
  next(fits: (frame: Frame) => boolean): Promise<Frame>
  closed: Promise<number>
}

export interface Frame {
  topic: string
  event: string
  payload: Record<string, unknown>
  ref: string | null
}

/**
 * Starts it. The policies: `room:{uid}` is read by its owner, `hall` by everybody signed in; who owns a room may write
 * to it. A table says who is banned from the hall.
 */
export async function startRealtime(
  limits: Partial<Limits> = {},
  privateOnly = false,
): Promise<RealtimeWorld> {
  const database = await testDatabase('base')
  const db = await connect(database.urls.postgres)
  await db.query(`
    create table public.banned (sub uuid primary key);
    grant select on public.banned to authenticated;
    create policy hear on realtime.messages for select to authenticated using (
      realtime.topic() = 'room:' || (select auth.uid()::text)
      or realtime.topic() = 'hall' and not exists (select from public.banned b where b.sub = (select auth.uid())));
    create policy speak on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'room:' || (select auth.uid()::text));`)
  await db.end()
  return startRealtimeOn(database.urls, limits, privateOnly)
}

/** Starts it on a database that is there already, with the policies it has. */
export async function startRealtimeOn(
  urls: Pick<TestDatabase['urls'], 'postgres' | 'admin' | 'authenticator'>,
  limits: Partial<Limits> = {},
  privateOnly = false,
): Promise<RealtimeWorld> {
  const db = await connect(urls.postgres)
  const admin = await connect(urls.admin)
  const keys = await createKeys()
  const verify = createVerifier({ jwtSecret: keys.jwtSecret, jwks: publicKeys(keys.signingKeys) })
  const realtime = await createRealtime({
    adminUrl: urls.admin,
    dbUrl: urls.authenticator,
    verify,
    keys: { anon: keys.anonKey, serviceRole: keys.serviceRoleKey },
    limits,
    privateOnly,
  })
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    void realtime.handle(req, res, (req.url ?? '/').replace('/realtime/v1', ''))
  })
  server.on('upgrade', (req, socket, head) => realtime.upgrade(req, socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realtime/v1`
  const secret = Buffer.from(keys.jwtSecret)
  const clients: RealtimeClient[] = []
  const sockets: WebSocket[] = []
  return {
    url,
    anonKey: keys.anonKey,
    serviceKey: keys.serviceRoleKey,
    db,
    admin,
    realtime,
    // The session that people of the product's tests have: one under their own id.
    token: (sub = randomUUID(), seconds = 3600) =>
      new SignJWT({ role: 'authenticated', session_id: sub })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(secret),
    signed: (claims, other) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(other === undefined ? secret : Buffer.from(other)),
    async client(token) {
      const client = new RealtimeClient(url.replace('http', 'ws'), {
        params: { apikey: keys.anonKey },
        transport: WebSocket as never,
        ...(token ? { accessToken: async () => token } : {}),
      })
      clients.push(client)
      if (token) await client.setAuth()
      return client
    },
    async socket(query = '') {
      const ws = new WebSocket(`${url.replace('http', 'ws')}/websocket?apikey=${keys.anonKey}${query}`)
      sockets.push(ws)
      const bare = listen(ws)
      await new Promise((resolve, reject) => {
        ws.once('open', resolve)
        ws.once('error', reject)
      })
      return bare
    },
    async close() {
      for (const client of clients) await client.disconnect()
      for (const ws of sockets) ws.terminate()
      server.closeAllConnections()
      await realtime.close()
      await new Promise((resolve) => server.close(resolve))
      await db.end()
      await admin.end()
    },
  }
}

function listen(ws: WebSocket): Bare {
  const heard: Frame[] = []
  const waiting: { fits: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = []
  ws.on('message', (data: Buffer, binary: boolean) => {
    if (binary) return
    const frame = read(JSON.parse(data.toString()))
    heard.push(frame)
    const index = waiting.findIndex(({ fits }) => fits(frame))
    if (index >= 0) waiting.splice(index, 1)[0]?.resolve(frame)
  })
  ws.on('error', () => undefined)
  return {
    ws,
    heard,
    send: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: (fits) => {
      const found = heard.find(fits)
      if (found) return Promise.resolve(found)
      return new Promise((resolve) => waiting.push({ fits, resolve }))
    },
    closed: new Promise((resolve) => ws.once('close', (code) => resolve(code))),
  }
}

function read(message: unknown): Frame {
  if (!Array.isArray(message)) return message as Frame
  const [, ref, topic, event, payload] = message
  return { ref, topic, event, payload }
}
