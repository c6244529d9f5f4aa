// The product's doors as a script uses them: Auth, REST, Storage and the facade by HTTP.

export interface Platform {
  /** Makes a confirmed credential, or finds the one that is there; returns its id. */
  ensureCredential(email: string, password: string): Promise<string>
  signIn(email: string, password: string): Promise<Session>
  /** Waymark's description of its own API. */
  ownDescription(): Promise<string>
  /** A call of the facade by a script, with a token of its own. */
  facade<T>(token: string, method: string, path: string, body?: unknown): Promise<T>
}

export interface Session {
  /** `sub` of the access token. */
  authId: string
  /** A call of the facade below /api/v1, as this person; with a form as its body where one is given. */
  facade<T>(method: string, path: string, body?: unknown): Promise<T>
  rpc<T>(name: string, args: Record<string, unknown>): Promise<T>
  select<T>(query: string): Promise<T[]>
  patch(query: string, values: Record<string, unknown>): Promise<void>
  upload(bucket: string, path: string, content: Uint8Array): Promise<void>
}

/** Whose workspace it is that things are made in. */
export interface Place {
  owner: Session
  workspaceId: number
}

interface Access {
  supabaseUrl: string
  anonKey: string
  serviceKey: string
}

/** Every call rejects with what was asked, the status and the answer. */
export function connectPlatform({ supabaseUrl, anonKey, serviceKey }: Access): Platform {
  async function call(path: string, key: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${supabaseUrl}${path}`, {
      ...init,
      headers: {
        apikey: key === serviceKey ? serviceKey : anonKey,
        authorization: `Bearer ${key}`,
        ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...init.headers,
      },
    })
    if (answer.ok) return answer
    throw new Error(
      `${init.method ?? 'GET'} ${path.split('?')[0]}: ${answer.status} ${(await answer.text()).slice(0, 500)}`,
    )
  }
  const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })
  async function facade<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
    const answer = await call(`/functions/v1/api${path}`, token, { method, ...(sent ? { body: sent } : {}) })
    return (await answer.json()) as T
  }

  return {
    facade,
    async ensureCredential(email, password) {
      const { users } = (await (await call('/auth/v1/admin/users?per_page=1000', serviceKey)).json()) as {
        users: { id: string; email: string }[]
      }
      const known = users.find((user) => user.email === email)
      if (known) return known.id
      const body = { email, password, email_confirm: true }
      const made = await call('/auth/v1/admin/users', serviceKey, post(body))
      return ((await made.json()) as { id: string }).id
    },
    async signIn(email, password) {
      const answer = await call('/auth/v1/token?grant_type=password', anonKey, post({ email, password }))
      const { access_token: token, user } = (await answer.json()) as {
        access_token: string
        user: { id: string }
      }
      return {
        authId: user.id,
        facade: (method, path, body) => facade(token, method, path, body),
        async rpc(name, args) {
          const text = await (await call(`/rest/v1/rpc/${name}`, token, post(args))).text()
          return text === '' ? undefined : JSON.parse(text)
        },
        async select<T>(query: string) {
          return (await (await call(`/rest/v1/${query}`, token)).json()) as T[]
        },
        async patch(query, values) {
          await call(`/rest/v1/${query}`, token, { method: 'PATCH', body: JSON.stringify(values) })
        },
        async upload(bucket, path, content) {
          const headers = { 'content-type': 'application/octet-stream' }
          const body = new Uint8Array(content)
          await call(`/storage/v1/object/${bucket}/${path}`, token, { method: 'POST', body, headers })
        },
      }
    },
    async ownDescription() {
      return (await call('/functions/v1/api/openapi.json', anonKey)).text()
    },
  }
}
