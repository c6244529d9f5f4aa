import pg from 'pg'

/** A connection string for loopback, or for the Unix socket in `socketDir`; every part is escaped. */
export function databaseUrl(o: {
  port: number
  role: string
  password: string
  database: string
  socketDir?: string | undefined
}): string {
  const [role, password, database] = [o.role, o.password, o.database].map(encodeURIComponent)
  const url = `postgresql://${role}:${password}@127.0.0.1:${o.port}/${database}`
  return o.socketDir === undefined ? url : `${url}?host=${encodeURIComponent(o.socketDir)}`
}

/** One connected client; the caller ends it. A lost connection shows in the next query, not as a crash. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
