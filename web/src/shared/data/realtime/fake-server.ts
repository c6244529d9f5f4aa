// A Realtime server for tests: stands in for WebSocket, answers joins, and says what the test tells it to.

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

export class FakeServer {
  sockets: FakeSocket[] = []
  /** Topics that may be joined; null: all. */
  allowed: Set<string> | null = null
  /** False: nobody answers at the address. */
  up = true
  joins: { topic: string; token: unknown; isPrivate: unknown }[] = []
  tokens: string[] = []

  /** The class to put in place of WebSocket. */
  get WebSocket() {
    const server = this
    return class extends FakeSocket {
      constructor(url: string) {
        super(url, server)
      }
    }
  }

  get socket(): FakeSocket | undefined {
    return this.sockets.find(({ readyState }) => readyState === 1)
  }

  broadcast(topic: string, event: string, payload: unknown): void {
    this.socket?.say([null, null, `realtime:${topic}`, 'broadcast', { type: 'broadcast', event, payload }])
  }

  /** Ends a channel as the server does when its token ran out or its policies say no. */
  end(topic: string): void {
    const socket = this.socket
    const joinRef = socket?.joined.get(topic) ?? null
    socket?.joined.delete(topic)
    socket?.say([joinRef, null, `realtime:${topic}`, 'phx_close', {}])
  }

  drop(): void {
    for (const socket of this.sockets) socket.lose()
  }

  answer(socket: FakeSocket, [joinRef, ref, wireTopic, event, payload]: Frame): void {
    const topic = wireTopic.replace('realtime:', '')
    const reply = (status: 'ok' | 'error', response: unknown) =>
      socket.say([joinRef, ref, wireTopic, 'phx_reply', { status, response }])
    if (event === 'access_token') this.tokens.push((payload as { access_token: string }).access_token)
    else if (event === 'phx_join') {
      const { access_token: token, config } = payload as {
        access_token?: string
        config: { private: boolean }
      }
      this.joins.push({ topic, token, isPrivate: config.private })
      if (this.allowed && !this.allowed.has(topic)) {
        reply('error', {
          reason: `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
        })
        return
      }
      socket.joined.set(topic, joinRef ?? '')
      reply('ok', { postgres_changes: [] })
    } else {
      if (event === 'phx_leave') socket.joined.delete(topic)
      reply('ok', {})
    }
  }
}

class FakeSocket {
  readyState = 0
  joined = new Map<string, string>()
  binaryType = ''
  onopen: (event: unknown) => void = () => undefined
  onclose: (event: unknown) => void = () => undefined
  onerror: (event: unknown) => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  readonly url: string
  readonly server: FakeServer

  constructor(url: string, server: FakeServer) {
    this.url = url
    this.server = server
    server.sockets.push(this)
    setTimeout(() => {
      if (!server.up) return this.lose()
      this.readyState = 1
      this.onopen({})
    })
  }

  send(data: string): void {
    const frame = JSON.parse(data) as Frame
    setTimeout(() => this.readyState === 1 && this.server.answer(this, frame))
  }

  say(frame: Frame): void {
    this.onmessage({ data: JSON.stringify(frame) })
  }

  close(): void {
    this.readyState = 3
    this.onclose({ code: 1000 })
  }

  lose(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose({ code: 1006 })
  }
}
