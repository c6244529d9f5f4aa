import pg from 'pg'

/** A loopback connection string; every part is escaped. */
export function databaseUrl(o: { port: number; role: string; password: string; database: string }): string {
  const [role, password, database] = [o.role, o.password, o.database].map(encodeURIComponent)
  return `postgresql://${role}:${password}@127.0.0.1:${o.port}/${database}`
}

/** One connected client; the caller ends it. A lost connection shows in the next query, not as a crash. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
